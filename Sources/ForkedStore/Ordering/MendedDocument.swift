import ForkedDocument

/// A document that somebody wrote, its ordered lists put right.
struct MendedDocument {
  /// What is to be stored.
  var bytes: [UInt8]
  /// The lists that were put right.
  var lists: [MendedList] = []
  /// What positions don't put right in the lists that were written: elements without an id of their own.
  var problems: [DocumentProblem] = []
}

extension OrderedLists.Problem {
  /// What to do about it.
  var hint: String {
    switch kind {
    case .noObject: "'fork schema show' says which arrays are ordered lists"
    case .noIdentity: "give each element an id of its own: without one, merges take it as a value"
    case .noOrder:
      "'fork verify --repair' puts the order of lists right, 'fork update' what it records"
    }
  }
}
