/// A text with conflict markers.
public struct MarkedText {
  /// The versions that a block holds.
  public enum Side: String, CaseIterable, Sendable { case ours, base, theirs }

  private enum Part {
    case line(ArraySlice<UInt8>)
    case block([Side: [UInt8]])
  }

  private var parts: [Part] = []

  /// Reads a text.
  public init(_ text: [UInt8]) {
    var block: (sides: [Side: [UInt8]], current: Side)?
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      let whole = rest.prefix(line.count + 1)
      rest = rest.dropFirst(whole.count)
      switch String(decoding: line.prefix(7), as: UTF8.self) {
      case "<<<<<<<": block = ([.ours: []], .ours)
      case "|||||||": block?.current = .base
      case "=======": block?.current = .theirs
      case ">>>>>>>":
        parts.append(.block(block?.sides ?? [:]))
        block = nil
      default:
        if let side = block?.current {
          block?.sides[side, default: []] += whole
        } else {
          parts.append(.line(whole))
        }
      }
    }
  }

  /// The number of blocks.
  public var blocks: Int { parts.count { if case .block = $0 { true } else { false } } }

  /// The text with that side of each block.
  public func taking(_ choices: [Side]) -> [UInt8] {
    var choices = choices[...]
    return parts.flatMap { part -> [UInt8] in
      switch part {
      case .line(let line): Array(line)
      case .block(let sides): choices.popFirst().flatMap { sides[$0] } ?? []
      }
    }
  }
}
