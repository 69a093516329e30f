/// Documents, schemas, patches and batches with mistakes in them: a document that is taken comes out as it went in, all
/// else is refused.
struct Inputs {
  static let name = "inputs"

  /// Processes at a share of 1; every tenth is given many inputs, line by line.
  private static let count = 10_000
  private static let lines = 500

  let context: Context

  func run() {
    let count = Int(Double(Self.count) * min(1, context.options.share))
    let place: @Sendable (Int) -> Place = { worker in
      Place(context.surroundings, at: "\(context.surroundings.directory)/inputs-\(worker)")
    }
    for worker in 0..<context.options.jobs {
      place(worker).clear()
      try? place(worker).perform(Scene.tree.steps, for: Self.name)
    }
    let first = Int(context.options.seed) &* 1_000_000
    let numbers = context.options.call.map { [$0] } ?? Array(first..<first + count)
    context.each(numbers) { number, worker in
      let isOfLines = number.isMultiple(of: 10)
      let place = place(worker)
      let (key, problems) = isOfLines ? attemptLines(number, in: place) : attempt(number, in: place)
      context.tally.count(
        Self.name, "--call \(number): \(key)", problems, tries: isOfLines ? Self.lines : 1)
    }
  }

  /// Lines of a batch with mistakes in them: each is answered by a line of its own.
  private func attemptLines(_ number: Int, in place: Place) -> (key: String, problems: [String]) {
    var numbers = SeededGenerator(drawnFrom: UInt64(number))
    let lines = (0..<Self.lines).map { _ in
      var line = Self.mutated(Array(numbers.pick(Self.lineSeeds).utf8), &numbers)
      line.removeAll { $0 == UInt8(ascii: "\n") }
      return line.allSatisfy { $0 <= 0x20 } ? Array("-".utf8) : line
    }
    Files.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: place.scene + "/input")
    let step = Step(words: ["sh", "-c", "exec fork batch < ../input"])
    let result = place.run(step)
    let answers = result.output.split(separator: "\n")
    if let crash = result.crash { return ("lines", ["\(crash): \(result.summary)"]) }
    guard answers.count != lines.count else { return ("lines", []) }
    return ("lines", ["\(answers.count) answers to \(lines.count) lines: \(result.summary)"])
  }

  private func attempt(_ number: Int, in place: Place) -> (key: String, problems: [String]) {
    var numbers = SeededGenerator(drawnFrom: UInt64(number))
    let kind = numbers.pick(Array(Self.seeds.keys).sorted())
    let text = Self.mutated(Array(numbers.pick(Self.seeds[kind] ?? []).utf8), &numbers)
    let path = place.scene + "/input"
    Files.write(text, to: path)
    let step: Step =
      switch kind {
      case "batch": Step(words: ["sh", "-c", "exec fork batch < ../input"])
      case "patch": .fork("update", "a.json", "--fork", "probe", "--patch", "../input")
      case "merge-patch": .fork("update", "a.json", "--fork", "probe", "--merge-patch", "../input")
      case "schema": .fork("update", ".fork/schema.json", "--fork", "spare", "../input")
      case "merge-file": .fork("merge-file", "-p", "../input", "a.json", "edited.json")
      default: .fork("update", "input.json", "--fork", "side", "../input")
      }
    let result = place.run(step)
    let key = "\(kind) \(String(decoding: text.prefix(100), as: UTF8.self).debugDescription)"
    if let crash = result.crash { return (key, ["\(crash): \(result.summary)"]) }
    guard result.isDone, kind == "document" else { return (key, []) }
    let back = place.run(
      Step(words: ["sh", "-c", "fork get input.json --fork side | cmp - ../input"]))
    return (key, back.isDone ? [] : ["it was taken, and comes out otherwise: \(back.summary)"])
  }

  /// Nothing is as these expect it, so a line that is right changes nothing.
  private static let lineSeeds = [
    #"{"op":"update","document":"a.json","value":{"title":"A","deep":[1,2.5e10,-0]},"expect":"absent"}"#,
    #"{"op":"update","document":"a.json","set":{"/title":"\u00e9"},"unset":["/tags/0"],"expect":"old"}"#,
    #"{"op":"update","document":"a.json","patch":[{"op":"add","path":"/tags/-","value":null}],"#
      + #""expect":"absent"}"#,
    #"{"op":"get","document":"a.json","pointer":"/tags/0","fork":"main","at":"old"}"#,
    #"{"op":"remove","document":"b.json","fork":"probe","expect":"absent"}"#,
    #"{"op":"create","fork":"main"}"#, #"{"op":"merge","from":["main"],"into":"main"}"#,
  ]

  private static let seeds: [String: [String]] = [
    "document": [
      #"{"title":"A","tags":["x","y"],"count":1,"deep":{"a":[{"id":1},{"id":2}]}}"#,
      "[1,2.5e10,-0]",
      #""text \u00e9 \ud83d\ude00""#, "null", "{\n  \"a\": 1,\n  \"b\": [ ]\n}\n",
    ],
    "schema": [
      ##"{"properties":{"tags":{"items":{"$ref":"#/$defs/t"}}},"##
        + ##""$defs":{"t":{"type":"string","pattern":"^[a-z]+$"}}}"##,
      #"{"x-default-merge":"manual","properties":{"a":{"x-merge":"union"}},"x-documents":{}}"#,
    ],
    "patch": [
      #"[{"op":"replace","path":"/title","value":1},{"op":"add","path":"/tags/-","value":"z"},"#
        + #"{"op":"move","from":"/count","path":"/n"},{"op":"test","path":"/n","value":2}]"#
    ],
    "merge-patch": [#"{"title":null,"count":{"a":[1]},"new":"x"}"#],
    "merge-file": [#"{"title":"A","state":"draft","tags":["x"]}"#, #"{"by":"program"}"#],
    "batch": [
      #"{"op":"update","document":"a.json","set":{"/count":9},"fork":"probe"}"# + "\n"
        + #"{"op":"get","document":"a.json","pointer":"/count","fork":"probe"}"# + "\n"
        + #"{"op":"remove","document":"b.json","fork":"probe","expect":"absent"}"# + "\n"
        + #"{"op":"update","document":"x/y.json","value":{"a":[1,2]},"fork":"probe"}"# + "\n"
    ],
  ]

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "1e999", "-", "0", "\u{FEFF}",
    "null", "/", "~", "~2", "../", ".git/config", "\0", "\n", "\r\n", "#", "$ref",
    "999999999999999999",
  ]

  private static func mutated(_ seed: [UInt8], _ numbers: inout SeededGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0...numbers.below(4) {
      let place = numbers.below(bytes.count + 1)
      let end = min(bytes.count, place + 1 + numbers.below(12))
      switch numbers.below(7) {
      case 0 where place < bytes.count: bytes[place] = UInt8(numbers.below(256))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      case 3:
        let piece = numbers.pick(["[", "{\"a\":", "[["])
        bytes.insert(
          contentsOf: Array(String(repeating: piece, count: 1 << numbers.below(16)).utf8), at: place
        )
      case 4: bytes = Array(bytes.prefix(place))
      default: bytes.insert(contentsOf: Array(numbers.pick(pieces).utf8), at: place)
      }
    }
    return bytes
  }
}
