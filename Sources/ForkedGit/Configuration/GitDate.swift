/// A date in the formats of git's environment variables: `@<seconds> <zone>`, ISO 8601 or RFC 2822.
struct GitDate: Equatable {
  let seconds: Int64
  let offsetMinutes: Int

  /// Reads a date; git itself reads all but `@<seconds> <zone>`, in its own zone if none is given.
  ///
  /// - Parameter environment: The environment of the process.
  /// - Throws: Kind `notFound` if git is not installed.
  init?(_ text: String, environment: [String: String]) throws(GitError) {
    if let date = GitDate(raw: text) {
      self = date
      return
    }
    let variables = ["GIT_AUTHOR_DATE": text, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a"]
    let outcome = try ChildProcess.run(
      ["git", "var", "GIT_AUTHOR_IDENT"], environment: environment.merging(variables) { $1 })
    guard outcome.isSuccess else { return nil }
    // "a <a> 1700000000 +0100"
    self.init(raw: "@" + outcome.text.dropFirst("a <a> ".count).prefix { $0 != "\n" })
  }

  /// Reads a date such as `@1700000000 +0100`.
  private init?(raw text: String) {
    let words = text.split(separator: " ")
    guard text.hasPrefix("@"), words.count == 2, let seconds = Int64(words[0].dropFirst()),
      seconds >= 0, let zone = Int(words[1]), words[1].utf8.count == 5
    else { return nil }
    self.seconds = seconds
    offsetMinutes = zone / 100 * 60 + zone % 100
  }
}
