import ForkedJSON
import ForkedMerge

/// The strings and longer numbers that a side took away at some places of base, and those that it put to others.
///
/// Nothing moves without its values: where no value both went and came, no ``Mapping`` of the documents is needed. Most
/// merges are such.
struct MoveSigns {
  /// A value, with the key of the member that it stands in; nil if it stands in lists alone.
  struct Sign {
    let key: JSONNode?
    let value: JSONNode
  }

  private(set) var gone: [Sign] = []
  private(set) var come: [Sign] = []
  private let bytes: JSONByteComparison
  private let countsNumbers: Bool

  /// Compares two versions of a value; nil for one that has none.
  /// - Parameter countsNumbers: true if short numbers may be ids.
  /// - Complexity: O(bytes of the containers that differ), in expectation.
  init(
    _ old: JSONNode?, _ new: JSONNode?, _ bytes: JSONByteComparison, countsNumbers: Bool = false
  ) {
    self.bytes = bytes
    self.countsNumbers = countsNumbers
    guard let old, let new else {
      if let old { gone += signs(of: old, under: nil) }
      if let new { come += signs(of: new, under: nil) }
      return
    }
    compare(old, new)
  }

  /// Returns true if one side may have moved something that the other one touched.
  /// - Parameter countsNumbers: true if short numbers may be ids.
  /// - Complexity: O(bytes of the containers that differ), in expectation.
  static func areIn(_ versions: Versions, countsNumbers: Bool = false) -> Bool {
    let bytes = JSONByteComparison()
    guard let base = versions.base, let ours = versions.ours, let theirs = versions.theirs,
      !bytes.haveSameBytes(base, ours), !bytes.haveSameBytes(base, theirs)
    else { return false }
    return [ours, theirs].contains {
      areBetween(base, and: $0, bytes, countsNumbers: countsNumbers)
    }
  }

  /// Returns true if something may have moved between two versions.
  /// - Complexity: O(bytes of the containers that differ), in expectation.
  static func areBetween(
    _ old: JSONNode, and new: JSONNode, _ bytes: JSONByteComparison = JSONByteComparison(),
    countsNumbers: Bool = false
  ) -> Bool {
    let signs = MoveSigns(old, new, bytes, countsNumbers: countsNumbers)
    guard !signs.gone.isEmpty, !signs.come.isEmpty else { return false }
    var numbers = JSONValueNumbers()
    for sign in signs.gone { _ = numbers.number(of: sign.value) }
    let count = numbers.count
    return signs.come.contains { numbers.number(of: $0.value) < count }
  }

  private mutating func compare(_ old: JSONNode, _ new: JSONNode, under key: JSONNode? = nil) {
    if bytes.haveSameBytes(old, new) { return }
    switch (old.kind, new.kind) {
    case (.object, .object): compareMembers(old, new)
    case (.array, .array): compareElements(JSONElementList(old), JSONElementList(new), under: key)
    default:
      gone += signs(of: old, under: key)
      come += signs(of: new, under: key)
    }
  }

  private mutating func compareMembers(_ old: JSONNode, _ new: JSONNode) {
    var news = JSONMemberCursor(new)
    for member in old.members {
      if let value = news.value(member.key) {
        compare(member.value, value, under: member.key)
      } else {
        gone += signs(of: member.value, under: member.key)
      }
    }
    guard news.hasUnasked else { return }
    var olds = JSONMemberCursor(old)
    for member in new.members where olds.value(member.key) == nil {
      come += signs(of: member.value, under: member.key)
    }
  }

  /// Compares what is left between equal elements: any pairs do.
  private mutating func compareElements(
    _ olds: JSONElementList, _ news: JSONElementList, under key: JSONNode?
  ) {
    let (old, new) = olds.ranges(differingFrom: news, by: bytes)
    let start = old.lowerBound
    var (place, other) = (start, start)
    for run in commonRuns(olds[old], news[new]) {
      compare(olds[place..<(start + run.old)], news[other..<(start + run.new)], under: key)
      (place, other) = (start + run.old + run.count, start + run.new + run.count)
    }
    compare(olds[place..<old.upperBound], news[other..<new.upperBound], under: key)
  }

  private func commonRuns(
    _ olds: JSONElementList.SubSequence, _ news: JSONElementList.SubSequence
  ) -> [CommonRun] {
    guard olds.count > 1 || news.count > 1, !olds.isEmpty, !news.isEmpty else { return [] }
    var numbers = JSONValueNumbers()
    let tokens = olds.map { numbers.number(of: $0) }
    return SequenceDiff.commonRuns(old: tokens, new: news.map { numbers.number(of: $0) })
  }

  private mutating func compare(
    _ olds: JSONElementList.SubSequence, _ news: JSONElementList.SubSequence, under key: JSONNode?
  ) {
    for (old, new) in zip(olds, news) { compare(old, new, under: key) }
    for old in olds.dropFirst(news.count) { gone += signs(of: old, under: key) }
    for new in news.dropFirst(olds.count) { come += signs(of: new, under: key) }
  }

  private func signs(of node: JSONNode, under key: JSONNode?) -> [Sign] {
    var signs: [Sign] = []
    func add(_ node: JSONNode, under key: JSONNode?) {
      for member in node.members { add(member.value, under: member.key) }
      for element in node.elements { add(element, under: key) }
      if node.isDistinctive || countsNumbers && node.kind == .number {
        signs.append(Sign(key: key, value: node))
      }
    }
    add(node, under: key)
    return signs
  }
}

extension JSONNode {
  /// The members' values, or the elements.
  var childValues: [JSONNode] {
    kind == .object ? members.map(\.value) : Array(elements)
  }
}
