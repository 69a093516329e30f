/// What a hint shows can be copied into a POSIX shell.
extension String {
  /// The text as one word, always in quotes.
  public var quotedForShell: String { "'" + replacing("'", with: #"'\''"#) + "'" }

  /// The text as one word, in quotes where a shell would take it apart.
  public var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy(Self.plainBytes.contains)
    return isPlain ? self : quotedForShell
  }

  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%".utf8)
}
