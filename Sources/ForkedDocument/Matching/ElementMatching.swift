import ForkedJSON
import ForkedSchema

/// The elements of lists, by their usual ids and as the ``Mapping`` finds them, each list's found once.
///
/// The documents of the lists must outlive it.
final class ElementMatching {
  private let known = ArrayTable<UsualIdentities?>()
  private let found = ArrayTable<ElementRows>()
  private let mapping: Mapping?

  /// - Parameter mapping: the mapping of the documents, if there is one; else each list gets its own.
  init(_ mapping: Mapping? = nil) { self.mapping = mapping }

  /// Returns the ids of the elements of a list; nil if they have none.
  /// - Parameter arrays: base, ours and theirs, as far as they exist.
  func identities(of arrays: [JSONNode], _ plan: FieldPlan = .none) -> UsualIdentities? {
    known.value(of: arrays) {
      UsualIdentities(of: arrays) {
        rows(
          base: arrays.count > 2 ? arrays[0] : nil, ours: arrays[arrays.count - 2],
          theirs: arrays[arrays.count - 1], plan)
      }
    }
  }

  /// Returns the rows of the elements of a list; without a base, both sides added it.
  /// - Complexity: that of ``Mapping``, once.
  func rows(
    base: JSONNode?, ours: JSONNode, theirs: JSONNode, _ plan: FieldPlan
  ) -> ElementRows {
    found.value(of: [base, ours, theirs]) {
      ElementRows(base: base, ours: ours, theirs: theirs, plan: plan, in: mapping)
    }
  }
}
