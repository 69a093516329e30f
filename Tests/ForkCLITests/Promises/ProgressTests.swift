import Foundation
import Testing

@Suite("progress of long work")
struct ProgressTests {
  private static func lines(_ count: Int) -> String {
    (0..<count).map { number in
      "{\"op\":\"update\",\"document\":\"\(number % 5).json\",\"value\":\(number)}\n"
    }.joined()
  }

  /// What a terminal gets that the command's standard error, and nothing else, goes to.
  private static func talk(
    of command: String, in world: World, terminal: String = "xterm"
  ) async throws -> String {
    try await world.run(
      "script", ["-qefc", "\(World.program) \(command)", "/dev/null"], in: "data",
      environment: ["TERM": terminal]
    ).succeed().text
  }

  @Test("what, how many, and how fast, on a terminal alone; the data is as ever, and the line goes")
  func batch() async throws {
    let world = try await World.withRepository()
    // So many that it takes over half a second on any machine.
    try world.write(Self.lines(2_500), to: "lines")
    let talk = try await Self.talk(of: "batch < ../lines > ../out", in: world)
    let drawn = talk.matches(
      of: #/\r\x1B\[K\x1B\[\?7lapplying changes: ([\d,]+) \([\d,]+/s\)\x1B\[\?7h/#)
    #expect(!drawn.isEmpty, "\(talk.debugDescription)")
    #expect(talk.hasSuffix("\r\u{1B}[K"), "\(talk.debugDescription)")
    let counts = drawn.compactMap { Int($0.output.1.replacing(",", with: "")) }
    #expect(counts == counts.sorted() && counts.allSatisfy { $0 <= 2_500 })
    let out = try world.read("out").split(separator: "\n")
    #expect(out.count == 2_500 && out.allSatisfy { $0.hasPrefix(#"{"ok":true,"#) })

    let piped = try await world.fork("batch", input: Self.lines(100)).succeed()
    #expect(piped.talk.isEmpty)
  }

  @Test("a clone: the objects that arrive, and the files that are written")
  func clone() async throws {
    let world = try await World.withRepository()
    let script =
      #"for n in $(seq 16000); do echo "{\"n\":$n}" > $n.json; done; git add -A; git commit -qm all"#
    try await world.run("bash", ["-ec", script], in: "data").succeed()
    let talk = try await Self.talk(of: "clone ../data ../copy > ../out", in: world)
    #expect(
      talk.contains(#/writing files: [\d,]+ of 16,0\d\d /#), "\(talk.debugDescription)")
    #expect(talk.hasSuffix("\r\u{1B}[K"), "\(talk.debugDescription)")
    #expect(try await world.git("status", "--porcelain", in: "copy").text.isEmpty)
    let quiet = try await Self.talk(of: "clone -q ../data ../quiet > ../out", in: world)
    #expect(quiet.isEmpty, "\(quiet.debugDescription)")
  }

  @Test("of how many, and the time that is left; --quiet is quiet")
  func merge() async throws {
    let world = try await World.withRepository()
    let list = (0..<400).map { "{\"n\":\($0),\"text\":\"element \($0)\"}" }.joined(separator: ",")
    try world.write("{\"a\":1,\"list\":[\(list)],\"b\":1}", to: "document")
    let script = """
      for number in $(seq 300); do cp ../document $number.json; done
      git add -A; git commit -qm base; git branch ui
      sed -i 's/"b":1/"b":2/' *.json; git commit -qam ours; git checkout -q ui
      sed -i 's/"a":1/"a":2/' *.json; git commit -qam theirs; git checkout -q main
      """
    try await world.run("bash", ["-ec", script], in: "data").succeed()
    let quiet = try await Self.talk(of: "merge ui --dry-run -q > ../out", in: world)
    #expect(quiet.isEmpty, "\(quiet.debugDescription)")
    let dumb = try await Self.talk(of: "merge ui --dry-run > ../out", in: world, terminal: "dumb")
    #expect(dumb.isEmpty, "\(dumb.debugDescription)")
    let talk = try await Self.talk(of: "merge ui > ../out", in: world)
    #expect(
      talk.contains(#/(merging|writing) files: [\d,]+ of 300 \([\d,]+/s, \d+ s left\)/#),
      "\(talk.debugDescription)")
    #expect(try world.read("out").hasPrefix("merged ui into main: "))
    #expect(try await world.isSound())
  }
}
