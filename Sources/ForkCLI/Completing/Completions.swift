import ArgumentParser
import ForkedGit
import ForkedJSON
import ForkedStore

/// The completions for shells, read from the current repository; none outside of a repository.
enum Completions {
  static let forks = custom { store, _ in try store.listForks().forks.map(\.fork.name) }
  /// The forks here and those that only a remote has, without the remote's name.
  static let allForks = custom { store, _ in
    let report = try store.listForks()
    // The names of remotes may contain slashes too.
    let remotes = try store.repository.remoteNames().map { $0 + "/" }
    let others = report.remoteForks.map(\.fork.name).map { name in
      let remote = remotes.filter(name.hasPrefix).max { $0.count < $1.count }
      return String(name.dropFirst(remote?.count ?? 0))
    }
    return report.forks.map(\.fork.name) + others
  }

  /// Forks, tags and `HEAD`.
  static let revisions = custom { store, _ in
    let tags = try store.repository.references(withPrefix: "refs/tags/")
      .map { String($0.name.rawValue.dropFirst("refs/tags/".count)) }
    return try store.listForks().forks.map(\.fork.name) + tags + ["HEAD"]
  }

  static let remotes = custom { store, _ in try store.repository.remoteNames() }

  static let documents = custom { store, line in try line.documents(in: store) }

  /// Revisions, documents, and after `#` the properties of one.
  static let revisionsAndProperties = custom { store, line in
    try store.listForks().forks.map(\.fork.name) + line.properties(in: store)
  }

  /// Documents, and after `#` the properties of one.
  static let properties = custom { store, line in try line.properties(in: store) }

  /// Properties, and after `=` the choices that resolve a conflict.
  static let resolutions = custom { store, line in
    let properties = try line.properties(in: store)
    guard line.prefix.contains("#") else { return properties }
    if let sign = line.prefix.lastIndex(of: "=") {
      return ["ours", "theirs", "base", "delete"].map { line.prefix[...sign] + $0 }
    }
    return properties.map { $0 + "=" }
  }

  /// Pointers into the document that the line names.
  static let pointers = custom { store, line in
    try line.pointers(in: line.namedDocument(in: store), of: store)
  }

  private static func custom(
    _ candidates: @escaping @Sendable (DocumentStore, CompletedLine) throws -> [String]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      do {
        let line = CompletedLine(words: words, index: index, prefix: prefix)
        if let directory = line.value(of: "-C") { try Process.changeDirectory(to: directory) }
        let store = try DocumentStore.discover(in: .ofProcess(Console()))
        return try candidates(store, line).filter { $0.hasPrefix(line.prefix) }.map(line.written)
      } catch {
        // Completion must not print messages.
        return []
      }
    }
  }
}

/// A command line that is being typed.
struct CompletedLine: Sendable {
  let words: [String]
  /// The word that is completed, up to the cursor.
  let prefix: String
  /// The beginning of `prefix` that the shell takes for other words.
  private let parted: String

  /// Creates a line of the shell's words. Bash splits words at `:` and `=`, which pointers and resolutions may contain.
  init(words: [String], index: Int, prefix: String) {
    guard CompletionShell.requesting == .bash else {
      self.words = words
      self.prefix = prefix
      parted = ""
      return
    }
    self.words = Self.joined(words)
    self.prefix = Self.joined(words.prefix(index) + [prefix]).last ?? prefix
    parted = String(self.prefix.dropLast(Self.isSeparator(prefix) ? 0 : prefix.count))
  }

  private static func joined(_ parts: [String]) -> [String] {
    zip(parts, [""] + parts).reduce(into: []) { words, part in
      let isContinued = isSeparator(part.0) || isSeparator(part.1) && !part.0.isEmpty
      if isContinued, let word = words.popLast() {
        words.append(word + part.0)
      } else {
        words.append(part.0)
      }
    }
  }

  private static func isSeparator(_ part: String) -> Bool { part.first == ":" || part.first == "=" }

  /// Returns the candidate as the shell expects it: zsh takes the text after a colon as a description.
  func written(_ candidate: String) -> String {
    let rest = String(candidate.dropFirst(parted.count))
    guard CompletionShell.requesting == .zsh else { return rest }
    return rest.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
  }

  /// Returns the word after an option, or nil if the line does not contain it.
  func value(of option: String) -> String? {
    guard let place = words.firstIndex(of: option), place + 1 < words.count else { return nil }
    return words[place + 1]
  }

  func documents(in store: DocumentStore) throws -> [String] {
    var names: [String] = []
    try store.listDocuments(
      DocumentQuery(fork: value(of: "--fork"), revision: value(of: "--at"))
    ) { listed in
      names.append(listed.document)
      return true
    }
    return names
  }

  func properties(in store: DocumentStore) throws -> [String] {
    guard let hash = prefix.firstIndex(of: "#") else { return try documents(in: store) }
    let document = String(prefix[..<hash])
    return try pointers(in: document, of: store).map { "\(document)#\($0)" }
  }

  /// Returns the first word that is the path of a document.
  func namedDocument(in store: DocumentStore) throws -> String? {
    let known = Set(try documents(in: store))
    return words.first { known.contains($0) }
  }

  /// Returns the pointers one level below the typed one.
  func pointers(in document: String?, of store: DocumentStore) throws -> [String] {
    guard let document else { return [] }
    let bytes = try store.getDocument(
      document, fork: value(of: "--fork"), revision: value(of: "--at")
    ).bytes
    let root = try JSONDocument(parsing: bytes).root
    let typed =
      prefix.firstIndex(of: "#").map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
    let above = typed.lastIndex(of: "/").map { String(typed[..<$0]) } ?? ""
    guard let parent = root.value(at: try JSONPointer(parsing: above)) else { return [] }
    return parent.childTokens.map { "\(above)/\($0)" }
  }
}

extension JSONNode {
  /// The keys or indexes of the value, escaped as tokens of a pointer.
  fileprivate var childTokens: [String] {
    switch kind {
    case .array: return (0..<count).map(String.init)
    case .object:
      return members.compactMap(\.key.string).map { JSONPointer([$0]).description.dropFirst() }
        .filter { !$0.contains(where: \.isNewline) }.map(String.init)
    default: return []
    }
  }
}
