/// The name of a fork's folder: the fork's name, with every byte that a file system or another
/// fork's name could take otherwise written as `%` and two digits.
struct FolderName {
  var text: String

  init(text: String) { self.text = text }

  init(_ fork: Fork) {
    text = fork.name.utf8.reduce(into: "_") { text, byte in
      if Self.isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }

  /// The fork; nil where no fork has a folder of that name.
  var fork: Fork? {
    var bytes: [UInt8] = []
    var rest = text.utf8.dropFirst()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
    let fork = Fork(name: name)
    return FolderName(fork).text == text ? fork : nil
  }

  /// Small letters only: some file systems take capitals for the same.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
