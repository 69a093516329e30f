extension JSONString {
  /// Decodes what stands between the quotes of a string that has been found valid.
  init(escapedContent content: UnsafeBufferPointer<UInt8>) {
    var decoder = EscapeDecoder(content: content)
    utf8 = decoder.decode()
  }
}

/// Undoes the escapes of a valid JSON string (RFC 8259, section 7).
private struct EscapeDecoder {
  let content: UnsafeBufferPointer<UInt8>
  var position = 0
  var result: [UInt8] = []

  init(content: UnsafeBufferPointer<UInt8>) { self.content = content }

  mutating func decode() -> [UInt8] {
    result.reserveCapacity(content.count)
    while position < content.count {
      let byte = content[position]
      position += 1
      if byte == .backslash { decodeEscape() } else { result.append(byte) }
    }
    return result
  }

  private mutating func decodeEscape() {
    guard position < content.count else { return }
    let byte = content[position]
    position += 1
    switch byte {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(.lineFeed)
    case UInt8(ascii: "r"): result.append(.carriageReturn)
    case UInt8(ascii: "t"): result.append(.tab)
    case UInt8(ascii: "u"): appendScalar(readScalar())
    default: result.append(byte)
    }
  }

  /// Two escapes that make a surrogate pair are one scalar; a surrogate without its other half stays one.
  private mutating func readScalar() -> UInt32 {
    let unit = codeUnit(at: position)
    position += 4
    guard unit & 0xFC00 == 0xD800, position + 6 <= content.count,
      content[position] == .backslash, content[position + 1] == UInt8(ascii: "u")
    else { return unit }
    let second = codeUnit(at: position + 2)
    guard second & 0xFC00 == 0xDC00 else { return unit }
    position += 6
    return 0x10000 + (unit & 0x3FF) << 10 + (second & 0x3FF)
  }

  private func codeUnit(at start: Int) -> UInt32 {
    content[min(start, content.count)..<min(start + 4, content.count)]
      .reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
  }

  private mutating func appendScalar(_ scalar: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: result.append(UInt8(scalar))
    case ..<0x800: result += [UInt8(0xC0 | scalar >> 6), continuation(0)]
    case ..<0x10000: result += [UInt8(0xE0 | scalar >> 12), continuation(6), continuation(0)]
    default:
      result += [
        UInt8(0xF0 | scalar >> 18), continuation(12), continuation(6), continuation(0),
      ]
    }
  }
}
