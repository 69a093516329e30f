import ForkedGit
import ForkedSchema

/// A line of an attributes file by which git merges documents otherwise than by the driver.
public struct OtherDecision: Hashable, Sendable {
  /// The path of the attributes file.
  public var file: String
  /// The number of the line.
  public var line: Int
  /// The text of the line.
  public var text: String
  /// The documents of the repository for which it decides; empty if there is none yet.
  public var documents: [String] = []

  /// The line and its documents, in one line of text.
  public var description: String {
    let more = documents.count > 1 ? " and \(documents.count - 1) more" : ""
    let shown = documents.first.map { ": \($0)\(more)" } ?? ""
    return "\(file), line \(line), '\(text)'\(shown)"
  }
}

/// The attributes files of a repository, as far as they decide how git merges.
///
/// Source: gitattributes(5).
struct MergeAttributes {
  /// A file, with the directory that its patterns start from.
  private struct File {
    var name: String
    var directory: String
    var attributes: AttributesFile
  }

  private let repository: LocalRepository
  private let tree: ObjectID?
  /// The files, that with the lowest precedence first.
  private var files: [File] = []
  /// `merge`, and the macros that set it.
  private var names: Set<String> = ["merge", "binary"]

  /// Reads the files that git reads for the documents of a snapshot.
  ///
  /// - Parameter globalPath: the path of the user's attributes file; nil if no home is known.
  /// - Throws: ``GitError`` of kind `unsupported` if an attributes file of the work tree is a symbolic link.
  init(of store: DocumentStore, tree: ObjectID?, globalPath: String?) throws {
    repository = store.repository
    self.tree = tree
    let configuration = repository.configuration()
    if let globalPath { add(try configuration.file(globalPath), as: globalPath) }
    if let root = repository.workTreePath {
      let workTree = WorkTreeFiles(root: root)
      var found: Set<String> = [".gitattributes"]
      if let tree {
        try repository.walk(tree) { item in
          if let name = item.path.string, name.hasSuffix("/.gitattributes") { found.insert(name) }
          return true
        }
      }
      for name in found.sorted(by: { $0.utf8.count < $1.utf8.count }) {
        let directory = name.dropLast(".gitattributes".count)
        add(try workTree.read(TreePath(name)), as: name, in: String(directory))
      }
    }
    let own = repository.commonDirectory + "info/attributes"
    add(try configuration.file(own), as: own)
  }

  private mutating func add(_ bytes: [UInt8]?, as name: String, in directory: String = "") {
    guard let bytes else { return }
    let attributes = AttributesFile(bytes)
    for rule in attributes.rules where rule.pattern.hasPrefix("[attr]") && rule.decides(names) {
      names.insert(String(rule.pattern.dropFirst("[attr]".count)))
    }
    files.append(File(name: name, directory: directory, attributes: attributes))
  }

  /// The patterns that have the merge driver, as they are written.
  var patterns: [String] { files.flatMap { DriverInstallation.mergedPatterns(in: $0.attributes) } }

  /// The lines that decide for documents of the repository, and for patterns of the driver in the same file.
  func otherDecisions() throws -> [OtherDecision] {
    var decisions: [OtherDecision] = []
    for (path, name) in try documents() {
      let state = try repository.attribute("merge", of: path).description
      guard state != "fork", state != "unspecified" else { continue }
      let decision = decision(for: name) ?? OtherDecision(file: "attributes", line: 0, text: state)
      if let known = decisions.firstIndex(where: {
        $0.line == decision.line && $0.file == decision.file
      }) {
        decisions[known].documents.append(name)
      } else {
        decisions.append(decision)
        decisions[decisions.count - 1].documents = [name]
      }
    }
    return decisions
      + patternDecisions().filter { other in
        !decisions.contains { $0.file == other.file && $0.line == other.line }
      }
  }

  private func documents() throws -> [(path: TreePath, name: String)] {
    guard let tree else { return [] }
    let schemas = SchemaSet()
    var documents: [(TreePath, String)] = []
    try repository.walk(tree) { found in
      if found.entry.mode.isRegularFile, let name = found.path.string, schemas.isDocument(name) {
        documents.append((found.path, name))
      }
      return true
    }
    return documents
  }

  /// The last line that matches a path and decides.
  private func decision(for path: String) -> OtherDecision? {
    for file in files.reversed() where path.hasPrefix(file.directory) {
      let rest = String(path.dropFirst(file.directory.count))
      let rule = file.attributes.rules.last { rule in
        guard rule.decides(names), let glob = try? DocumentGlob(rule.plainPattern) else {
          return false
        }
        return glob.matches(rest)
      }
      if let rule { return OtherDecision(file: file.name, line: rule.line, text: rule.text) }
    }
    return nil
  }

  /// The lines below those of the driver that decide otherwise for the very same pattern.
  private func patternDecisions() -> [OtherDecision] {
    files.flatMap { file in
      let own = Set(DriverInstallation.mergedPatterns(in: file.attributes))
      return file.attributes.rules.filter { rule in
        own.contains(rule.pattern) && rule.decides(names)
          && !rule.attributes.contains(DriverInstallation.mergeAttribute)
      }.map { OtherDecision(file: file.name, line: $0.line, text: $0.text) }
    }
  }
}

extension AttributesFile.Rule {
  /// True if the line sets, unsets or resets one of these attributes.
  fileprivate func decides(_ names: Set<String>) -> Bool {
    attributes.contains { attribute in
      let sign = attribute.hasPrefix("-") || attribute.hasPrefix("!")
      let name = attribute.dropFirst(sign ? 1 : 0).prefix { $0 != "=" }
      return names.contains(String(name))
    }
  }
}

extension DocumentStore {
  /// Returns the lines of attributes files by which git merges documents of this repository otherwise than by the
  /// driver.
  public func otherMergeDecisions() throws -> [OtherDecision] {
    try mergeAttributes().otherDecisions()
  }

  func mergeAttributes() throws -> MergeAttributes {
    let tree = try snapshot(toCheck: nil, of: nil).tree
    let user = try? DriverInstallation(globalIn: environment)
    return try MergeAttributes(of: self, tree: tree, globalPath: user?.attributesPath)
  }
}
