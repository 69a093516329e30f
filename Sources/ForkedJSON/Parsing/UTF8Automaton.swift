/// An automaton that reads UTF-8 byte by byte (The Unicode Standard, table 3-7), without a branch that depends on them.
///
/// In text of scripts other than Latin, the processor would mispredict such a branch at every other letter.
///
/// A row of its table holds the next state for every state after one byte, six bits each. A state is the number of bits
/// to shift by, so a step is one load and one shift.
enum UTF8Automaton {
  private enum State: UInt64, CaseIterable {
    case accept, one, two, three, afterE0, afterED, afterF0, afterF4, refuse

    var shift: UInt64 { rawValue * 6 }

    /// Returns the state after a byte.
    func next(_ byte: UInt8) -> State {
      switch (self, byte) {
      case (.accept, 0..<0x80): .accept
      case (.accept, 0xC2...0xDF): .one
      case (.accept, 0xE0): .afterE0
      case (.accept, 0xED): .afterED
      case (.accept, 0xE1...0xEF): .two
      case (.accept, 0xF0): .afterF0
      case (.accept, 0xF1...0xF3): .three
      case (.accept, 0xF4): .afterF4
      case (.one, 0x80...0xBF): .accept
      case (.two, 0x80...0xBF), (.afterE0, 0xA0...0xBF), (.afterED, 0x80...0x9F): .one
      case (.three, 0x80...0xBF), (.afterF0, 0x90...0xBF), (.afterF4, 0x80...0x8F): .two
      default: .refuse
      }
    }
  }

  private static let rows: [UInt64] = (0...UInt8.max).map { byte in
    State.allCases.reduce(0) { row, state in row | state.next(byte).shift << state.shift }
  }

  /// The number of bytes of a block; a block of ASCII is skipped as a whole.
  private static let block = 32

  /// Returns true if the text is well-formed.
  /// - Complexity: O(bytes).
  @inline(never)
  static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    rows.withUnsafeBufferPointer { rows in
      var state = State.accept.shift
      var position = 0
      while position + block <= text.count {
        if state & 63 != 0 || !isASCII(text, from: position) {
          for offset in 0..<block { state = rows[Int(text[position + offset])] &>> state }
        }
        position += block
      }
      while position < text.count {
        state = rows[Int(text[position])] &>> state
        position += 1
      }
      return state & 63 == State.accept.shift
    }
  }

  /// Returns the offset of the first sequence that is not well-formed; nil if there is none.
  /// - Complexity: O(bytes).
  static func firstRefused(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var (state, start) = (State.accept, 0)
    for (offset, byte) in text.enumerated() {
      state = state.next(byte)
      if state == .refuse { return start }
      if state == .accept { start = offset + 1 }
    }
    return state == .accept ? nil : start
  }

  @inline(__always)
  private static func isASCII(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    var all: UInt64 = 0
    for offset in stride(from: start, to: start + block, by: 8) {
      all |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
