/// The files that git's filters (line endings, `ident`, drivers, encodings) may apply to.
///
/// libgit2 parses the whole index for each `.gitattributes` that is not in the work tree. So libgit2 is asked only if
/// an attribute or a setting names a filter at all.
final class FilterRules {
  private let repository: LocalRepository
  private let files: WorkTreeFiles
  private let isAlways: Bool
  private var answers: [TreePath: Bool] = [:]

  private static let words = ["text", "eol", "crlf", "ident", "filter", "encoding"]

  init(_ repository: LocalRepository, _ files: WorkTreeFiles) throws(GitError) {
    self.repository = repository
    self.files = files
    let conversion = try repository.settings.string("core.autocrlf")?.lowercased()
    let isConverting = conversion != nil && !["false", "no", "off", "0"].contains(conversion)
    let elsewhere = try repository.settings.string("core.attributesFile") != nil
    let own = try Self.namesFilter(repository.commonDirectory + "info/attributes")
    let home = repository.settings.environment["HOME"] ?? ""
    let base = repository.settings.environment["XDG_CONFIG_HOME"] ?? home + "/.config"
    let user = try Self.namesFilter(base + "/git/attributes")
    let system = try Self.namesFilter("/etc/gitattributes")
    isAlways = isConverting || elsewhere || own || user || system
  }

  /// True if filters may apply to a path, so that libgit2 must be asked.
  func mayApply(to path: TreePath, in index: IndexFile) throws(GitError) -> Bool {
    if isAlways { return true }
    var directory = path.parent
    while true {
      if try mayApply(inDirectory: directory, index) { return true }
      if directory.isRoot { return false }
      directory = directory.parent
    }
  }

  /// Notes that a file was written or removed. Call this after each change: the file may be a `.gitattributes`.
  func noteChange(of path: TreePath) {
    if path.isAttributes { answers[path.parent] = nil }
  }

  private func mayApply(inDirectory directory: TreePath, _ index: IndexFile) throws(GitError)
    -> Bool
  {
    if let answer = answers[directory] { return answer }
    let attributes = directory.appending(".gitattributes".utf8)
    let answer: Bool
    switch try files.presence(of: attributes) {
    case .missing, .blocked: answer = index.entry(at: attributes) != nil
    case .file where attributes.string == nil: answer = true
    case .file: answer = try Self.namesFilter(files.root + attributes.description)
    case .directory, .link, .special: answer = true
    }
    answers[directory] = answer
    return answer
  }

  private static func namesFilter(_ path: String) throws(GitError) -> Bool {
    guard let bytes = try Files.read(path) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return words.contains { text.contains($0) }
  }
}
