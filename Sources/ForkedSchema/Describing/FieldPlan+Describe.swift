public import ForkedJSON

extension FieldPlan {
  /// All fields of a document with what merges each of them, in document order.
  ///
  /// Elements of an array are described together, as are entries of a dictionary. Values that merge whole have
  /// no fields below them. What is inferred is inferred from this one version; a merge looks at all three.
  /// O(document + rows x depth).
  /// - Parameter document: the value that this plan is for.
  public func describe(_ document: JSONNode) -> [FieldDescription] {
    var rows: [FieldDescription] = []
    var pending = [FieldGroup(pointer: JSONPointer(), plan: self, values: [document])]
    while let group = pending.popLast()?.fitted {
      let row = group.description
      rows.append(row)
      pending += group.parts(mergedBy: row.strategy).reversed()
    }
    return rows
  }
}
