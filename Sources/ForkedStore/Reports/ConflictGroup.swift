public import ForkedDocument
public import ForkedJSON

/// The conflicts in one object or array of a document.
public struct ConflictGroup: Report {
  /// The document.
  public var document: String
  /// The object or array.
  public var pointer: JSONPointer
  /// The conflicts in it, in their order.
  public var conflicts: [MergeConflict]

  /// `{"document":..,"pointer":..,"conflicts":2}`
  public var reportValue: ReportValue {
    .object(["document": document, "pointer": pointer, "conflicts": conflicts.count])
  }
}

/// A place in a document.
struct ConflictPlace: Hashable {
  var document: String
  var pointer: JSONPointer
}

extension ConflictPlace {
  /// Creates the place of a conflict.
  init(_ conflict: MergeConflict) {
    self.init(document: conflict.document, pointer: conflict.pointer)
  }
}

extension [MergeConflict] {
  /// The conflicts by document and by the object or array that they are in, each in the order of its first conflict.
  public var grouped: [ConflictGroup] {
    var documents: [String: Int] = [:]
    var places: [ConflictPlace: Int] = [:]
    var groups: [ConflictGroup] = []
    for conflict in self {
      let key = ConflictPlace(
        document: conflict.document,
        pointer: JSONPointer(Array<JSONString>(conflict.pointer.tokens.dropLast())))
      documents[key.document] = documents[key.document] ?? documents.count
      if let place = places[key] {
        groups[place].conflicts.append(conflict)
      } else {
        places[key] = groups.count
        groups.append(
          ConflictGroup(document: key.document, pointer: key.pointer, conflicts: [conflict]))
      }
    }
    return groups.enumerated().sorted {
      (documents[$0.element.document] ?? 0, $0.offset) < (
        documents[$1.element.document] ?? 0, $1.offset
      )
    }.map(\.element)
  }

  /// The groups as JSON: `[{"document":..,"pointer":..,"conflicts":2}]`; nil if there are no conflicts.
  var groupsValue: ReportValue? {
    isEmpty ? nil : .array(grouped.map(\.reportValue))
  }
}
