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

  /// `{"document":..,"pointer":"/steps","drawn":1,"changed":0}`
  var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer), "drawn": .number(drawn),
      "changed": .number(changed),
    ])
  }
}

extension MendedList: CustomStringConvertible {
  /// As in `notes/a.json#/steps: 1 position drawn, 2 changed`.
  public var description: String {
    let drawnWords = drawn == 1 ? "1 position drawn" : "\(drawn) positions drawn"
    let changedWords = changed == 1 ? "1 position changed" : "\(changed) positions changed"
    let what = [drawn > 0 ? drawnWords : nil, changed > 0 ? changedWords : nil].compactMap { $0 }
    return "\(document)#\(pointer): \(what.joined(separator: ", "))"
  }
}

extension [MendedList] {
  /// The lists for a report; nil where there are none.
  var reportValue: ReportValue? { isEmpty ? nil : .array(map(\.reportValue)) }
}
