import ForkedJSON

extension ChildMatching {
  /// Joins what is left under one usual id, if it is a text, and nothing else that is left has a text of either: all else was
  /// changed.
  mutating func matchByUsualIDs() {
    guard ids == nil, let parts else { return }
    for one in partners.indices where isLeft(old: one) {
      let others = claims.old[one].map(\.place).filter {
        isLeft(new: $0) && parts.shareText(one, $0)
      }
      guard others.count == 1, let other = others.first, haveOneUsualID(one, other),
        claims.new[other].allSatisfy({
          $0.place == one || !isLeft(old: $0.place) || !parts.shareText($0.place, other)
        })
      else { continue }
      join(one, other, .likeness)
    }
  }

  private func haveOneUsualID(_ one: Int, _ other: Int) -> Bool {
    let (node, partner) = (old.table.node(old.nodes[one]), new.table.node(new.nodes[other]))
    return MovedNodes.usualIDs.contains { key in
      node[key].map { $0.kind == .string && $0 == partner[key] } ?? false
    }
  }
}
