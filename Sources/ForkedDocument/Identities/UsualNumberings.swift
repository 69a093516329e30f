import ForkedJSON
import ForkedSchema

/// What tells the elements of arrays apart where no schema says it, found out once for each list of arrays: with many
/// elements that is most of the work of a merge, and of its audit.
final class UsualNumberings {
  /// An array, by its document and where it begins there.
  private struct Place: Hashable {
    let document: ObjectIdentifier
    let start: Int

    init(_ array: JSONNode) {
      document = ObjectIdentifier(array.document)
      start = array.range.lowerBound
    }
  }

  private var known: [[Place]: UsualIdentity.Numbering?] = [:]

  /// The elements of these arrays by their usual ids, of documents that outlive this; nil where they have none.
  func numbering(of arrays: [JSONNode]) -> UsualIdentity.Numbering? {
    let places = arrays.map { Place($0) }
    if let known = known[places] { return known }
    let found = UsualIdentity.numbering(of: arrays.map { JSONElementList($0) })
    known[places] = .some(found)
    return found
  }
}
