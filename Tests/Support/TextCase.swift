/// A version of a random text.
public struct TextVersion: Sendable {
  /// The text.
  public var text: String
  /// The place of each word with an identity, as UTF-8 offsets.
  public var places: [Int: Range<Int>]
  /// The words with an identity, in order.
  public var words: [TextGenerator.Word]
  /// The word that an edit put in the place of another.
  public var replacements: [Int: Int]

  /// The words that were moved with their lines.
  public var moved: Set<Int>

  /// True if a word, or what stands in its place, was moved.
  public func isMoved(_ id: Int) -> Bool {
    moved.contains(id) || replacements[id].map(isMoved) ?? false
  }

  /// The word that now stands in the place of a word; nil where it was only deleted.
  public func replacement(of id: Int) -> Int? {
    var id = id
    while places[id] == nil {
      guard let next = replacements[id] else { return nil }
      id = next
    }
    return id
  }
}

/// Three versions of a random text. The same words have the same identity.
public struct TextCase: Sendable, CustomStringConvertible {
  /// The common ancestor.
  public var base: TextVersion
  /// One version of it.
  public var ours: TextVersion
  /// The other.
  public var theirs: TextVersion
  /// True if each character is a word.
  public var isOfIdeographs: Bool

  /// The case of a seed. Both sides may share some of their edits.
  public init(seed: UInt64) {
    var generator = TextGenerator(seed: seed)
    isOfIdeographs = generator.style == .ideographs
    let base = generator.draft()
    let most = generator.random.pick([1, 2, 3, 6])
    let shared = generator.random.oneIn(8) ? generator.edited(base, times: 1) : base
    let ours = generator.edited(shared, times: 1 + generator.random.below(most))
    let theirs = generator.edited(shared, times: 1 + generator.random.below(most))
    self.base = generator.rendered(base)
    self.ours = generator.rendered(ours)
    self.theirs = generator.rendered(theirs)
  }

  /// The words of a text, as far as the edits know words.
  public func words(of text: String) -> [String] {
    if isOfIdeographs { return text.filter { !$0.isWhitespace }.map { String($0) } }
    return text.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The versions, in readable form.
  public var description: String {
    [("base", base), ("ours", ours), ("theirs", theirs)]
      .map { "\($0): \(String(reflecting: $1.text))" }.joined(separator: "\n")
  }
}
