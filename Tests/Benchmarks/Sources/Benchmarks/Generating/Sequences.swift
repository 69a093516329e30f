/// Texts and arrays, and edits of them.
enum Sequences {
  /// A text of that many bytes, about, in words; each side replaces a word of every 40, never the same one.
  static func text(bytes: Int, wordsInLine: Int, seed: UInt64) -> Versions<String> {
    var random = SeededGenerator(seed: seed)
    var words: [String] = []
    var length = 0
    while length < bytes {
      words.append(word(using: &random))
      length += words[words.count - 1].utf8.count + 1
    }
    return Versions(
      base: words, ours: edited(words, from: 10, using: &random),
      theirs: edited(words, from: 30, using: &random)
    ).map { joined($0, wordsInLine: wordsInLine) }
  }

  /// A text, one that has nothing but letters in common with it, and an edited version of it.
  static func unrelated(bytes: Int) -> Versions<String> {
    var texts = text(bytes: bytes, wordsInLine: 12, seed: 11)
    texts.ours = text(bytes: bytes, wordsInLine: 12, seed: 12).base
    return texts
  }

  /// Elements that are all different, numbered as they are met; each side replaces one of every 40.
  static func differentElements(count: Int) -> Versions<[Int]> {
    let base = Array(0..<count)
    var (ours, theirs) = (base, base)
    for index in stride(from: 10, to: count, by: 40) { ours[index] += count }
    for index in stride(from: 30, to: count, by: 40) { theirs[index] += count }
    return Versions(base: base, ours: ours, theirs: theirs)
  }

  /// Elements of a small alphabet; each side replaces one of every 40.
  static func repeatedElements(count: Int, alphabet: Int) -> Versions<[Int]> {
    var random = SeededGenerator(seed: 8)
    let base = (0..<count).map { _ in random.below(alphabet) }
    var (ours, theirs) = (base, base)
    for index in stride(from: 10, to: count, by: 40) { ours[index] = random.below(alphabet) }
    for index in stride(from: 30, to: count, by: 40) { theirs[index] = random.below(alphabet) }
    return Versions(base: base, ours: ours, theirs: theirs)
  }

  private static func word(using random: inout SeededGenerator) -> String {
    let letters = Array("etaoinshrdlucmfw".utf8)
    return String(
      decoding: (0..<2 + random.below(8)).map { _ in letters[random.below(letters.count)] },
      as: UTF8.self)
  }

  private static func edited(
    _ words: [String], from start: Int, using random: inout SeededGenerator
  ) -> [String] {
    var words = words
    for index in stride(from: start, to: words.count, by: 40) {
      words[index] = word(using: &random) + "x"
    }
    return words
  }

  private static func joined(_ words: [String], wordsInLine: Int) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      text += word
      text += (index + 1) % wordsInLine == 0 ? "\n" : " "
    }
    return text
  }
}
