import ForkedDocument

/// An ordered list whose positions were put right, because its elements stand in another order than these said, or had
/// none.
public struct MendedList: Hashable, Sendable {
  /// The document.
  public var document: String
  /// The array.
  public var pointer: String
  /// How many elements had no position, and got one.
  public var drawn: Int
  /// How many elements got another position.
  public var changed: Int
  /// How many elements got the position back that they had before.
  public var restored: Int

  /// `{"document":..,"pointer":"/steps","drawn":1,"changed":0,"restored":0}`
  var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer), "drawn": .number(drawn),
      "changed": .number(changed), "restored": .number(restored),
    ])
  }
}

extension MendedList {
  init(_ mend: OrderedLists.Mend, in document: String) {
    self.init(
      document: document, pointer: mend.pointer.description, drawn: mend.drawn,
      changed: mend.changed, restored: mend.restored)
  }
}

extension MendedList: CustomStringConvertible {
  /// As in `notes/a.json#/steps: 1 position drawn, 2 positions changed`.
  public var description: String {
    func positions(_ count: Int, _ what: String) -> String? {
      count == 0 ? nil : "\(count) position\(count == 1 ? "" : "s") \(what)"
    }
    let parts = [
      positions(drawn, "drawn"), positions(changed, "changed"),
      positions(restored, "put back (the order of the array counts)"),
    ]
    return "\(document)#\(pointer): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }
}

extension [MendedList] {
  /// The lists for a report; nil where there are none.
  var reportValue: ReportValue? { isEmpty ? nil : .array(map(\.reportValue)) }
}
