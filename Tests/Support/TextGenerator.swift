/// Random texts of words with hidden identities, and edits of them: what must become of each word follows from its
/// identity alone.
///
/// No two words read alike, but for a few common ones, which say nothing.
public struct TextGenerator {
  /// A word, or marks that stand like one.
  public struct Word: Sendable {
    /// Equal for the same word in other versions; nil for a common word.
    public var id: Int?
    /// Its spelling.
    public var text: String
  }

  /// A line of words behind some blanks.
  struct Line {
    var indent = ""
    var words: [Word]

    var isEmpty: Bool { words.isEmpty }
  }

  /// A version of a text.
  struct Draft {
    var lines: [Line]
    var isEnded: Bool
    /// The words that stand in place of one word of base.
    var replacements: [Int: Int] = [:]
    /// The words that were moved with their lines.
    var moved: Set<Int> = []
  }

  enum Style: CaseIterable { case paragraphs, wrapped, list, code, ideographs }

  var random: SeededGenerator
  let style: Style
  private let lineEnding: String
  private var nextID = 0
  private var used: Set<String> = []

  init(seed: UInt64) {
    random = SeededGenerator(drawnFrom: seed)
    style = random.pick(Style.allCases)
    lineEnding = random.oneIn(5) ? "\r\n" : "\n"
  }

  var separator: String { style == .ideographs ? "" : " " }

  /// The text of a draft, and where each word stands in it, as UTF-8 offsets.
  func rendered(_ draft: Draft) -> TextVersion {
    var version = TextVersion(
      text: "", places: [:], words: [], replacements: draft.replacements, moved: draft.moved)
    for (index, line) in draft.lines.enumerated() {
      if index > 0 { version.text += lineEnding }
      version.text += line.indent
      for (place, word) in line.words.enumerated() {
        if place > 0 { version.text += separator }
        let start = version.text.utf8.count
        version.text += word.text
        guard let id = word.id else { continue }
        version.places[id] = start..<version.text.utf8.count
        version.words.append(word)
      }
    }
    if draft.isEnded { version.text += lineEnding }
    return version
  }

  // MARK: - Words

  private static let parts = [
    "al", "pha", "bra", "vo", "fin", "open", "clos", "ed", "re", "er", "s", "title", "two", "ü",
    "e\u{301}", "a\u{308}", "ком", "ит", "😀", "👩‍👩‍👧", "x", "9", "10",
  ]
  private static let common = ["the", "a", "of", "-", "|", "{", "}", "to", "=", "1"]
  private static let marks = [",", ".", ")", "!", ";", "()", "”"]

  mutating func word() -> Word {
    if style != .ideographs, random.oneIn(6) {
      return Word(id: nil, text: random.pick(Self.common))
    }
    return fresh { generator in
      if generator.style == .ideographs { return generator.ideograph() }
      let parts = (0..<1 + generator.random.below(4)).map { _ in generator.random.pick(Self.parts) }
      return parts.joined() + (generator.random.oneIn(5) ? generator.random.pick(Self.marks) : "")
    }
  }

  private mutating func ideograph() -> String {
    let scalar = Unicode.Scalar(UInt32(0x4E00 + random.below(2000))).map { String($0) } ?? "漢"
    return scalar + (random.oneIn(20) ? "\u{E0100}" : "")
  }

  private mutating func fresh(_ spell: (inout TextGenerator) -> String) -> Word {
    var text = spell(&self)
    var tries = 0
    while !used.insert(text).inserted || Self.common.contains(text) {
      tries += 1
      text = tries < 20 || style == .ideographs ? spell(&self) : text + random.pick(Self.parts)
    }
    nextID += 1
    return Word(id: nextID, text: text)
  }

  /// Another word for it: a new one, or nearly the same.
  private mutating func replacement(of word: Word) -> Word {
    guard style != .ideographs, word.id != nil, random.oneIn(2) else {
      return self.word()
    }
    return fresh { generator in
      switch generator.random.below(5) {
      case 0: word.text + generator.random.pick(["s", "ed", "!", ",", "e\u{301}"])
      case 1: generator.random.pick(["re", "un", "(", "Ü"]) + word.text
      case 2: word.text.prefix(1).uppercased() + word.text.dropFirst() + "z"
      case 3: String(word.text.dropLast()) + generator.random.pick(["ing", "o", "x"])
      default: generator.random.pick(Self.parts) + word.text.dropFirst(2)
      }
    }
  }

  // MARK: - Texts

  mutating func draft() -> Draft {
    let blocks = (0..<random.below(5)).map { _ in block() }
    let isParted = style == .paragraphs || style == .wrapped
    let lines = blocks.enumerated().flatMap { index, block in
      (index > 0 && isParted ? [Line(words: [])] : []) + block
    }
    return Draft(lines: lines, isEnded: !lines.isEmpty && random.oneIn(2))
  }

  private mutating func block() -> [Line] {
    switch style {
    case .paragraphs: [line(words: 1 + random.below(14))]
    case .wrapped, .ideographs:
      (0..<1 + random.below(4)).map { _ in line(words: 1 + random.below(8)) }
    case .list: (0..<1 + random.below(4)).map { _ in item() }
    case .code: (0..<2 + random.below(3)).map { _ in indented(line(words: 1 + random.below(5))) }
    }
  }

  private mutating func line(words count: Int) -> Line {
    Line(words: (0..<count).map { _ in word() })
  }

  private mutating func item() -> Line {
    var item = line(words: 1 + random.below(5))
    item.indent = random.pick(["", "", "  "])
    item.words.insert(Word(id: nil, text: random.pick(["-", "1.", "*"])), at: 0)
    return item
  }

  private mutating func indented(_ line: Line) -> Line {
    Line(indent: random.pick(["", "  ", "    ", "\t"]), words: line.words)
  }

  // MARK: - Edits

  mutating func edited(_ draft: Draft, times: Int) -> Draft {
    var draft = draft
    for _ in 0..<times { edit(&draft) }
    if random.oneIn(20), !draft.lines.isEmpty { draft.isEnded.toggle() }
    return draft
  }

  private mutating func edit(_ draft: inout Draft) {
    let index = random.below(draft.lines.count)
    guard !draft.lines.isEmpty else {
      draft.lines = block()
      return
    }
    switch random.below(14) {
    case 0...3: replaceWord(&draft, index)
    case 4, 5:
      let words = (0..<1 + random.below(3)).map { _ in word() }
      let count = draft.lines[index].words.count
      draft.lines[index].words.insert(contentsOf: words, at: random.below(count + 1))
    case 6, 7:
      let start = random.below(draft.lines[index].words.count)
      let end = min(draft.lines[index].words.count, start + 1 + random.below(3))
      draft.lines[index].words.removeSubrange(start..<end)
    case 8, 9: insert(block(), into: &draft, at: random.below(draft.lines.count + 1))
    case 10: draft.lines.removeSubrange(index..<min(draft.lines.count, index + 1 + random.below(2)))
    case 11: move(&draft, index)
    case 12: rewrap(&draft, index)
    default:
      if style == .code, !draft.lines[index].isEmpty {
        draft.lines[index] = indented(draft.lines[index])
      } else {
        draft.lines.replaceSubrange(index..<index + 1, with: block())
      }
    }
  }

  private mutating func replaceWord(_ draft: inout Draft, _ index: Int) {
    guard !draft.lines[index].isEmpty else { return }
    let place = random.below(draft.lines[index].words.count)
    let old = draft.lines[index].words[place]
    let new = replacement(of: old)
    draft.lines[index].words[place] = new
    if let id = old.id, let newID = new.id { draft.replacements[id] = newID }
  }

  private mutating func insert(_ block: [Line], into draft: inout Draft, at index: Int) {
    let isParted = style == .paragraphs || style == .wrapped
    let isAtEnd = index == draft.lines.count
    let parting = isParted ? [Line(words: [])] : []
    draft.lines.insert(contentsOf: isAtEnd ? parting + block : block + parting, at: index)
  }

  private mutating func move(_ draft: inout Draft, _ index: Int) {
    let end = min(draft.lines.count, index + 1 + random.below(3))
    let block = Array(draft.lines[index..<end])
    draft.moved.formUnion(block.flatMap { $0.words.compactMap(\.id) })
    draft.lines.removeSubrange(index..<end)
    draft.lines.insert(contentsOf: block, at: random.below(draft.lines.count + 1))
  }

  /// Joins a line to the next one, or breaks it.
  private mutating func rewrap(_ draft: inout Draft, _ index: Int) {
    let words = draft.lines[index].words
    if random.oneIn(2), index + 1 < draft.lines.count {
      draft.lines[index].words += draft.lines.remove(at: index + 1).words
    } else if words.count > 1 {
      let place = 1 + random.below(words.count - 1)
      draft.lines[index].words = Array(words[..<place])
      draft.lines.insert(Line(words: Array(words[place...])), at: index + 1)
    }
  }
}
