import Forked

/// The history of a key of a replicated dictionary.
///
/// A life of the key begins where a replica that has no value sets one. Usually there is one life; replicas that do not
/// know each other begin one each.
struct DictionaryEntry<Value> {
  struct Life {
    /// The stamp of the change that set the absent key.
    var birth: ChangeStamp
    /// The stamp of the last change or removal.
    var stamp: ChangeStamp
    var isPresent: Bool
    /// The value; also of a removed life, which may have been changed later on another replica.
    var value: Value
  }

  /// The lives by their births.
  private var lives: [ChangeStamp: Life] = [:]
  /// The last stamps of former lives by their births. Of a life that had been removed before the key was set again, no
  /// change counts; of one that is merged into another life, other changes are merged into it too.
  private var ended: [ChangeStamp: ChangeStamp] = [:]

  /// The stamp of the last change or removal.
  var stamp: ChangeStamp? { lives.values.lazy.map(\.stamp).max() }

  var isPresent: Bool { lives.values.contains(where: \.isPresent) }

  /// The latest value, with the contents of others that are replicated; nil if there is none.
  var value: Value? {
    guard var value = present.last?.value else { return nil }
    for life in present.dropLast() {
      value = replicatedUnion(of: value, and: life.value) ?? value
    }
    return value
  }

  /// The lives with a value, the latest change last.
  private var present: [Life] {
    lives.values.filter(\.isPresent).sorted { $0.stamp < $1.stamp }
  }

  mutating func set(_ value: Value, at stamp: ChangeStamp) {
    if let birth = present.last?.birth {
      lives[birth] = Life(birth: birth, stamp: stamp, isPresent: true, value: value)
    } else {
      for birth in lives.keys { ended[birth] = .last }
      lives = [stamp: Life(birth: stamp, stamp: stamp, isPresent: true, value: value)]
    }
  }

  mutating func remove(at stamp: ChangeStamp) {
    for (birth, life) in lives where life.isPresent {
      lives[birth]?.stamp = stamp
      lives[birth]?.isPresent = false
    }
  }

  /// Returns the entry without removals if its last change was made before a time; nil if nothing is left.
  func compacted(before time: HybridTime) -> Self? {
    guard let stamp, stamp.time < time.nanoseconds else { return self }
    var compacted = Self()
    compacted.lives = lives.filter(\.value.isPresent)
    return compacted.lives.isEmpty ? nil : compacted
  }

  /// Returns the lives of both without the ended ones. Of two changes of a life the later one counts, but replicated
  /// values are merged.
  func merged(with other: Self) -> Self {
    var merged = self
    merged.ended.merge(other.ended) { max($0, $1) }
    merged.lives.merge(other.lives) { mine, theirs in
      var later = mine.stamp < theirs.stamp ? theirs : mine
      later.value = replicatedUnion(of: mine.value, and: theirs.value) ?? later.value
      return later
    }
    for (birth, stamp) in merged.ended {
      if let life = merged.lives[birth], life.stamp <= stamp { merged.lives[birth] = nil }
    }
    return merged
  }
}

extension DictionaryEntry where Value: Equatable {
  /// Completes the merge of two entries: values that both sides changed, or set anew, are merged by their own rule.
  ///
  /// - Throws: the errors of the rule.
  mutating func join(_ mine: Self, _ theirs: Self, since ancestor: Self?) throws {
    for life in present {
      guard let mine = mine.lives[life.birth], let theirs = theirs.lives[life.birth],
        mine.isPresent, theirs.isPresent
      else { continue }
      try change(life.birth, by: mine, and: theirs, since: ancestor?.lives[life.birth]?.value)
    }
    let former = (Array(mine.lives.values) + theirs.lives.values).filter(isChangeOfFormerLife)
    if present.contains(where: { ended[$0.birth] == nil }) {
      for life in former { lives[life.birth] = nil }
    }
    try joinLives()
    for life in former.sorted(by: { $0.stamp < $1.stamp }) {
      guard let target = present.last, target.birth != life.birth else { continue }
      try change(target.birth, by: target, and: life, since: ancestor?.lives[life.birth]?.value)
      ended[life.birth] = max(life.stamp, ended[life.birth] ?? life.stamp)
    }
  }

  private func isChangeOfFormerLife(_ life: Life) -> Bool {
    ended[life.birth].map { life.isPresent && $0 != .last && $0 != life.stamp } ?? false
  }

  /// Sets the value of a life to the merge of two versions.
  private mutating func change(
    _ birth: ChangeStamp, by mine: Life, and theirs: Life, since ancestor: Value?
  ) throws {
    let part = ConflictingPart(
      (mine.value, mine.stamp), (theirs.value, theirs.stamp), since: ancestor)
    guard let part, case let value = try part.merged(), lives[birth]?.value != value else { return }
    lives[birth]?.value = value
    lives[birth]?.stamp = part.stamp
  }

  /// Merges lives that began independently into one.
  private mutating func joinLives() throws {
    guard var joined = present.first else { return }
    for life in present.dropFirst() {
      let part = ConflictingPart((joined.value, joined.stamp), (life.value, life.stamp), since: nil)
      guard let part else { continue }
      for former in [joined, life] {
        lives[former.birth] = nil
        ended[former.birth] = former.stamp
      }
      joined = Life(
        birth: .joining(joined.birth, life.birth), stamp: part.stamp, isPresent: true,
        value: try part.merged())
      lives[joined.birth] = joined
    }
  }
}

extension ChangeStamp {
  /// A stamp that is later than those of all changes.
  fileprivate static let last = ChangeStamp(time: .max, identity: .max)
}

extension DictionaryEntry.Life: Equatable where Value: Equatable {}
extension DictionaryEntry.Life: Hashable where Value: Hashable {}
extension DictionaryEntry.Life: Sendable where Value: Sendable {}
extension DictionaryEntry.Life: Encodable where Value: Encodable {}
extension DictionaryEntry.Life: Decodable where Value: Decodable {}
extension DictionaryEntry: Equatable where Value: Equatable {}
extension DictionaryEntry: Hashable where Value: Hashable {}
extension DictionaryEntry: Sendable where Value: Sendable {}

private enum CodingKeys: String, CodingKey { case lives, ended }

extension DictionaryEntry: Encodable where Value: Encodable {
  /// Writes the only life, or all lives and the births of those that ended.
  func encode(to encoder: any Encoder) throws {
    let lives = lives.values.sorted { $0.birth < $1.birth }
    if ended.isEmpty, lives.count == 1 { return try lives[0].encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
    try container.encode(ended, forKey: .ended)
  }
}

extension DictionaryEntry: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.lives) else {
      let life = try Life(from: decoder)
      lives = [life.birth: life]
      return
    }
    for life in try container.decode([Life].self, forKey: .lives) { lives[life.birth] = life }
    ended = try container.decode([ChangeStamp: ChangeStamp].self, forKey: .ended)
  }
}
