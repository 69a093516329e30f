import ForkedJSON

/// Where a subschema stands: steps below another one, or below the root of its file.
/// Pointers are put together only when somebody asks.
struct SchemaPlace: Sendable {
  let file: String
  let parent: Int?
  let steps: [JSONString]

  /// The pointer to a subschema, or to a value below it, in its file. O(depth).
  static func pointer(
    to schema: Int, _ steps: [JSONString], places: (Int) -> SchemaPlace
  ) -> JSONPointer {
    var reversed = Array<JSONString>(steps.reversed())
    var next: Int? = schema
    while let index = next {
      let place = places(index)
      reversed.append(contentsOf: place.steps.reversed())
      next = place.parent
    }
    return JSONPointer(reversed.reversed())
  }
}
