import Glibc

/// A file of the repository is damaged: commands fail, or give what they gave before.
struct Damages {
  static let name = "damages"

  private static let kinds = ["cut", "empty", "zeros", "flip", "noise"]
  private static let commands: [Step] = [
    .fork("get", "a.json", "--fork", "ui"), .fork("documents", "--fork", "main"),
    .fork("log", "--json", "main"), .fork("diff", "main", "ui"), .fork("list"), .fork("status"),
    .fork("verify"), .fork("merge", "device", "--into", "ui"), .fork("undo"),
    .fork("update", "a.json", "--set", "/n=1"), .fork("switch", "ui"), .fork("blame", "a.json"),
  ]
  /// Those whose output the file either gives or not; the others may rightly show less.
  private static let exact = 0..<4

  let context: Context

  private struct Attempt {
    let scene: Place
    let file: String
    let kind: String
    let command: Int
    let expected: String

    var key: String {
      let place = scene.path.split(separator: "/").last ?? ""
      return "\(kind) \(file), then '\(Damages.commands[command].description)' in \(place)"
    }
  }

  func run() {
    let attempts = scenes().flatMap { scene in self.attempts(in: scene) }
    context.make(attempts, of: Self.name, key: \.key, problems)
  }

  /// Repositories with loose objects, and with packs.
  private func scenes() -> [Place] {
    [("bare", Scene.bare, []), ("tree", .tree, []), ("packed", .tree, [Step.git("gc", "-q")])]
      .compactMap { name, scene, more in
        let place = Place(
          context.surroundings, at: "\(context.surroundings.directory)/damaged-\(name)")
        place.clear()
        do { try place.perform(scene.steps + more, for: name) } catch {
          context.tally.count(Self.name, name, ["\(error)"])
          return nil
        }
        return place
      }
  }

  private func attempts(in scene: Place) -> [Attempt] {
    let copy = Place(context.surroundings, at: scene.path + "-expected")
    let expected = Self.commands.map { step in
      copy.copy(scene)
      return copy.run(step).output
    }
    let files = Files.all(below: scene.scene).filter {
      $0.hasPrefix("repo/") && !$0.contains("/hooks/") && !$0.hasSuffix(".json")
        && !$0.hasSuffix("/description")
    }
    return files.flatMap { file in
      Self.kinds.flatMap { kind in
        Self.commands.indices.map {
          Attempt(scene: scene, file: file, kind: kind, command: $0, expected: expected[$0])
        }
      }
    }.filter {
      // All of them are many more than are needed to find something.
      context.takes("damages/\($0.key)") && context.takes("twice/\($0.key)")
        && (context.options.only.isEmpty || $0.key.contains(context.options.only))
    }
  }

  private func problems(of attempt: Attempt, in place: Place) -> [String] {
    place.copy(attempt.scene)
    let path = place.scene + "/" + attempt.file
    chmod(path, 0o644)
    let number = context.options.seed &+ UInt64(attempt.file.utf8.count)
    var numbers = SeededGenerator(drawnFrom: number)
    Files.write(Self.damaged(Files.bytes(path) ?? [], attempt.kind, &numbers), to: path)
    let result = place.run(Self.commands[attempt.command])
    if let crash = result.crash { return ["\(crash): \(result.summary)"] }
    guard result.isDone, Self.isSilent(result, attempt) else { return [] }
    return ["status 0 with other output: \(result.output.prefix(200).debugDescription)"]
  }

  /// True if the output is another one, and nothing says why. A damaged fork is left out with a notice, as by git.
  private static func isSilent(_ result: Child.Result, _ attempt: Attempt) -> Bool {
    exact.contains(attempt.command) && result.output != attempt.expected
      && !result.errors.contains("is damaged")
  }

  private static func damaged(
    _ bytes: [UInt8], _ kind: String, _ numbers: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    guard !bytes.isEmpty else { return [0] }
    let place = numbers.below(bytes.count)
    switch kind {
    case "cut": return Array(bytes.prefix(place))
    case "empty": return []
    case "zeros": return [UInt8](repeating: 0, count: bytes.count)
    case "flip": bytes[place] ^= UInt8(1 << numbers.below(8))
    default:
      for index in place..<min(place + 16, bytes.count) {
        bytes[index] = UInt8(numbers.below(256))
      }
    }
    return bytes
  }
}
