/// JSON documents for whole processes.
enum Documents {
  /// 30,000 objects of 12 lines, or so many; 600 edited a side, 60 of them by both, in different properties.
  ///
  /// - Parameter conflicts: how many more are edited by both in the same property.
  static func large(count: Int = 30_000, conflicts: Int = 0) -> Versions<String> {
    var random = SeededGenerator(seed: 1)
    let base = (0..<count).map { Record(id: $0, using: &random) }
    let edited = Array(base.indices.shuffled(using: &random).prefix(1140))
    var (ours, theirs) = (base, base)
    for index in edited[..<60] {
      ours[index].name += " ours"
      theirs[index].email = "t" + theirs[index].email
    }
    for index in edited[60..<600] { ours[index].score += 1 }
    for index in edited[600...] { theirs[index].note += " theirs" }
    for index in base.indices.shuffled(using: &random).prefix(conflicts) {
      ours[index].balance += 10_000
      theirs[index].balance += 20_000
    }
    return Versions(base: base, ours: ours, theirs: theirs).map(text)
  }

  /// 2 KB; each side edits properties that the other doesn't.
  static func small() -> Versions<String> {
    var random = SeededGenerator(seed: 2)
    let base = (0..<7).map { Record(id: $0, using: &random) }
    var (ours, theirs) = (base, base)
    ours[1].name += " ours"
    ours[3].score += 1
    theirs[3].note += " theirs"
    theirs[5].email = "t" + theirs[5].email
    return Versions(base: base, ours: ours, theirs: theirs).map(text)
  }

  /// About 2 MB on one line.
  static func minified() -> String {
    var random = SeededGenerator(seed: 3)
    let records = (0..<8_000).map { Record(id: $0, using: &random).members.joined(separator: ",") }
    return "[" + records.map { "{\($0)}" }.joined(separator: ",") + "]"
  }

  /// About 2 MB, mostly text with escapes and other scripts than Latin.
  static func foreign() -> String {
    var random = SeededGenerator(seed: 4)
    let parts = ["Größe ", "Ελληνικά ", "日本語 ", "\\n", "\\u00e9", "\\\"", "😀 ", "Привет "]
    let lines = (0..<20_000).map { _ in
      "  \"" + (0..<10).map { _ in parts[random.below(parts.count)] }.joined() + "\""
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private static func text(_ records: [Record]) -> String {
    let objects = records.map {
      "  {\n    " + $0.members.joined(separator: ",\n    ") + "\n  }"
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

private struct Record {
  var id: Int
  var name: String
  var email: String
  var balance: Int
  var street: Int
  var tag: Int
  var score: Int
  var note: String

  init(id: Int, using random: inout SeededGenerator) {
    self.id = id
    name = "Object number \(id)"
    email = "user\(id)@example.com"
    balance = random.below(10_000)
    street = random.below(999)
    tag = random.below(99)
    score = random.below(1_000_000)
    note = "The quick brown fox jumps over the lazy dog \(random.below(1_000_000_000))"
  }

  var members: [String] {
    [
      "\"id\": \(id)", "\"name\": \"\(name)\"", "\"email\": \"\(email)\"",
      "\"active\": \(id % 3 == 0)", "\"balance\": \(balance).25", "\"city\": \"Amsterdam\"",
      "\"street\": \"Some street \(street)\"", "\"tags\": \"alpha beta \(tag)\"",
      "\"score\": \(score)", "\"note\": \"\(note)\"",
    ]
  }
}
