/// The references that a server advertises, with a lie in them.
struct AdvertisementForgery {
  let lines: [[UInt8]]
  let lie: Lie
  var numbers: SeededGenerator

  mutating func bytes() -> [UInt8] {
    let honest = lines.flatMap(PacketLine.bytes(of:)) + PacketLine.flush
    switch lie {
    case .noise:
      var bytes = honest
      for _ in 0...numbers.below(4) {
        bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256))
      }
      return bytes
    case .cutAdvertisement: return Array(honest.prefix(numbers.below(honest.count)))
    case .badLength:
      let digits = numbers.pick([
        "zzzz", "-001", "0x10", "    ", "\u{0}\u{0}\u{0}\u{0}", "0001", "0002", "0003",
      ])
      return added(raw: Array(digits.utf8))
    case .shortLine: return added(raw: PacketLine.bytes(of: "x"))
    case .noFlush: return Array(honest.dropLast(4))
    case .refused: return PacketLine.bytes(of: "ERR \u{1B}[2Jgo away\n")
    case .emptied: return emptied() + PacketLine.flush
    case .strangeCapabilities:
      return withCapabilities {
        $0 + " \u{1F4A9}=\u{1B}[31m agent=\(String(repeating: "x", count: 900))"
      }
    case .badSymref:
      return withCapabilities {
        $0.replacing("HEAD:refs/heads/main", with: "HEAD:refs/heads/../../x")
      }
    default: return added(lines: forged())
    }
  }

  /// References that no git has.
  private mutating func forged() -> [String] {
    let id = String(decoding: lines.last?.prefix(40) ?? [], as: UTF8.self)
    let unknown = (0..<40).map { _ in String(numbers.below(16), radix: 16) }.joined()
    switch lie {
    case .badID:
      return [
        numbers.pick(["", "1234", String(repeating: "g", count: 40), id + "00"]) + " refs/heads/zz"
      ]
    case .hostileName:
      return [
        "../../x", "refs/heads/../../config", "refs/heads/.git/x", "refs/heads/a..b",
        "refs/heads/a.lock",
        "refs/heads/\u{1B}[31m", "refs/heads/-x", "refs/heads/@{1}", "refs/heads/a b",
        "refs/heads/",
        "refs/heads//a", "refs/heads/a\\b", "HEAD", "refs/tags/../heads/main", "refs/heads/a\u{0}b",
      ].map { "\(id) \($0)" }
    case .longName:
      return [
        id + " refs/heads/z" + String(repeating: numbers.pick(["a", "a/"]), count: 20_000) + "z"
      ]
    case .twice: return ["\(id) refs/heads/main", "\(unknown) refs/heads/side"]
    case .colliding: return ["\(id) refs/heads/main/sub", "\(id) refs/heads/ui/a/b"]
    case .missingObject: return ["\(unknown) refs/heads/zz"]
    case .wrongKind: return [Self.treeID + " refs/heads/zz", Self.treeID + " refs/tags/zz"]
    case .manyReferences: return (0..<20_000).map { "\(id) refs/heads/z/\($0)" }
    default: return []
    }
  }

  /// The empty tree, which every git knows.
  private static let treeID = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

  private func added(lines more: [String]) -> [UInt8] {
    (lines + more.map { Array("\($0)\n".utf8) }).flatMap {
      Array(PacketLine.bytes(of: $0).prefix(65_520))
    }
      + PacketLine.flush
  }

  private mutating func added(raw: [UInt8]) -> [UInt8] {
    var parts = lines.map(PacketLine.bytes(of:))
    parts.insert(raw, at: numbers.below(parts.count + 1))
    return parts.flatMap { $0 } + PacketLine.flush
  }

  private func withCapabilities(_ change: (String) -> String) -> [UInt8] {
    guard let first = lines.first, let zero = first.firstIndex(of: 0) else { return [] }
    let capabilities = String(decoding: first[(zero + 1)...].dropLast(), as: UTF8.self)
    let changed = Array(first[...zero]) + Array((change(capabilities) + "\n").utf8)
    return ([changed] + lines.dropFirst()).flatMap(PacketLine.bytes(of:)) + PacketLine.flush
  }

  private func emptied() -> [UInt8] {
    guard let first = lines.first, let zero = first.firstIndex(of: 0) else { return [] }
    let start = String(repeating: "0", count: 40) + " capabilities^{}"
    return PacketLine.bytes(of: Array(start.utf8) + first[zero...])
  }
}
