import CLibgit2

/// git's configuration: system, global, local, work tree and environment. The last value wins.
public final class Configuration {
  let handle: Handle
  let environment: [String: String]
  /// The repository's own file; nil outside of a repository.
  private let localPath: String?
  private let overrides: EnvironmentOverrides?
  /// The file that a call of ``changing(_:_:)`` is changing.
  private var changed: (scope: ConfigurationScope, file: Handle)?

  /// Reads the configuration outside of any repository.
  public static func outsideRepository(
    environment: [String: String]
  ) throws(GitError) -> Configuration {
    try Library.start()
    return try Configuration(repository: nil, environment: environment)
  }

  init(repository: Handle?, environment: [String: String]) throws(GitError) {
    self.environment = environment
    overrides = try EnvironmentOverrides(environment: environment)
    localPath = repository.map { String(cString: git_repository_commondir($0.pointer)) + "config" }
    handle = try Handle.make("git_config_new", release: git_config_free) { git_config_new($0) }
    for (level, path) in ConfigurationFiles(environment: environment).paths {
      try add(path, at: level, repository: repository)
    }
    if let repository { try addFiles(of: repository) }
    if let overrides { try add(overrides.path, at: Level.environment, repository: repository) }
  }

  /// The levels by which libgit2 orders files, besides its own.
  enum Level {
    static let workTree = GIT_CONFIG_LEVEL_APP
    static let environment = git_config_level_t(GIT_CONFIG_LEVEL_APP.rawValue + 1)
  }

  private func addFiles(of repository: Handle) throws(GitError) {
    let common = String(cString: git_repository_commondir(repository.pointer))
    try add(common + "config", at: GIT_CONFIG_LEVEL_LOCAL, repository: repository)
    if try bool("extensions.worktreeConfig") == true {
      let own = String(cString: git_repository_path(repository.pointer))
      try add(own + "config.worktree", at: Level.workTree, repository: repository)
    }
  }

  private func add(
    _ path: String, at level: git_config_level_t, repository: Handle?
  ) throws(GitError) {
    try check("git_config_add_file_ondisk", context: path) {
      git_config_add_file_ondisk(handle.pointer, path, level, repository?.pointer, 1)
    }
  }

  /// The winning value; nil if there is none.
  ///
  /// - Throws: Kind `invalid` if the key or a file of the configuration is damaged.
  public func string(_ key: String) throws(GitError) -> String? {
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let found = try checkFound("git_config_get_string_buf", context: key) {
      git_config_get_string_buf(&buffer, handle.pointer, key)
    }
    return found.map { _ in buffer.ptr.map { String(cString: $0) } ?? "" }
  }

  /// The value as git reads booleans; nil if there is none.
  ///
  /// - Throws: Kind `invalid` for a value that is not a Boolean.
  public func bool(_ key: String) throws(GitError) -> Bool? {
    var value: Int32 = 0
    let found = try checkFound("git_config_get_bool", context: key) {
      git_config_get_bool(&value, handle.pointer, key)
    }
    return found.map { _ in value != 0 }
  }

  /// The value as git reads integers, with `k`, `m`, `g`; nil if there is none.
  ///
  /// - Throws: Kind `invalid` for a value that is not an integer.
  public func integer(_ key: String) throws(GitError) -> Int? {
    var value: Int64 = 0
    let found = try checkFound("git_config_get_int64", context: key) {
      git_config_get_int64(&value, handle.pointer, key)
    }
    return found.map { _ in Int(value) }
  }

  /// All values in one scope, in their order.
  public func values(
    _ key: String, in scope: ConfigurationScope
  ) throws(GitError) -> [String] {
    let level = scope == .local ? GIT_CONFIG_LEVEL_LOCAL : GIT_CONFIG_LEVEL_GLOBAL
    return try values(key) { $0 == level }
  }

  func valuesOutsideRepository(_ key: String) throws(GitError) -> [String] {
    try values(key) { $0 != GIT_CONFIG_LEVEL_LOCAL && $0 != Level.workTree }
  }

  /// All values, in order of precedence, the winning one last.
  public func values(_ key: String) throws(GitError) -> [String] {
    try values(key) { _ in true }
  }

  private func values(
    _ key: String, where isWanted: (git_config_level_t) -> Bool
  ) throws(GitError) -> [String] {
    let found = try Handle.find(
      "git_config_multivar_iterator_new", release: git_config_iterator_free, context: key
    ) { git_config_multivar_iterator_new($0, handle.pointer, key, nil) }
    return found.map { Self.entries($0).filter { isWanted($0.level) }.map(\.value) } ?? []
  }

  typealias Entry = (key: String, value: String, level: git_config_level_t)

  /// The entries that an iterator of libgit2 has.
  private static func entries(_ iterator: Handle) -> [Entry] {
    var (entry, found) = (UnsafeMutablePointer<git_config_entry>?.none, [Entry]())
    while git_config_next(&entry, iterator.pointer) == 0, let entry = entry?.pointee {
      found.append(
        (
          key: String(cString: entry.name), value: entry.value.map { String(cString: $0) } ?? "",
          level: entry.level
        ))
    }
    return found
  }

  /// A path with the user's home directory in place of a tilde at its start, if it is known.
  public func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
    return home + path.dropFirst()
  }

  /// Sets a value in a scope, in place of all values of the key there.
  ///
  /// - Throws: Kind `invalid` for a bad key, `locked` if another process is writing the file.
  public func set(
    _ key: String, to value: String, in scope: ConfigurationScope
  ) throws(GitError) {
    try edit(scope) { file throws(GitError) in
      try Self.unset(key, in: file)
      try check("git_config_set_string", context: key) {
        git_config_set_string(file.pointer, key, value)
      }
    }
  }

  /// Adds a value in a scope to those of the key there.
  ///
  /// - Throws: Kind `invalid` for a bad key, `locked` if another process is writing the file.
  public func add(
    _ key: String, _ value: String, in scope: ConfigurationScope
  ) throws(GitError) {
    try edit(scope) { file throws(GitError) in try Self.add(key, value, to: file) }
  }

  private static func add(_ key: String, _ value: String, to file: Handle) throws(GitError) {
    // No value matches, so none is replaced.
    try check("git_config_set_multivar", context: key) {
      git_config_set_multivar(file.pointer, key, "a^", value)
    }
  }

  /// Removes all values of a key in a scope. It is no error if there are none.
  public func unset(_ key: String, in scope: ConfigurationScope) throws(GitError) {
    if try values(key, in: scope).isEmpty { return }
    try edit(scope) { file throws(GitError) in try Self.unset(key, in: file) }
  }

  private static func unset(_ key: String, in file: Handle) throws(GitError) {
    _ = try checkFound("git_config_delete_multivar", context: key) {
      git_config_delete_multivar(file.pointer, key, ".*")
    }
  }

  /// Makes all changes of a scope in `body` atomically: the file is replaced once. Until then, reads give the old
  /// values.
  ///
  /// - Throws: Any error that `body` throws; kind `locked` if another process is writing the file.
  public func changing(
    _ scope: ConfigurationScope, _ body: () throws(GitError) -> Void
  ) throws(GitError) {
    try edit(scope) { file throws(GitError) in
      changed = (scope, file)
      defer { changed = nil }
      try body()
    }
  }

  private func edit(
    _ scope: ConfigurationScope, _ body: (Handle) throws(GitError) -> Void
  ) throws(GitError) {
    if let changed, changed.scope == scope { return try body(changed.file) }
    try ConfigurationEdit(of: path(of: scope)).run(keepingFile: scope == .local, body)
  }

  /// The contents of a file that git is configured by, such as the user's attributes file; nil if there is none. Links
  /// are followed, as by git: the file is the user's.
  public func file(_ path: String) throws(GitError) -> [UInt8]? { try Files.read(path) }

  /// Puts such a file in place of what it held: whole, or not at all.
  ///
  /// - Parameters:
  ///   - old: the contents that the caller saw; nil: there was no such file.
  ///   - bytes: the new contents; nil: there is no such file any more.
  ///   - scope: the scope that the file belongs to.
  /// - Throws: kind `raceLost` if the file has other contents now; `locked` where another process writes the
  ///   configuration; `io`, `permission`.
  public func replaceFile(
    _ path: String, _ old: [UInt8]?, with bytes: [UInt8]?, in scope: ConfigurationScope
  ) throws(GitError) {
    try ConfigurationEdit(of: self.path(of: scope)).replace(path, old, with: bytes)
  }

  private func path(of scope: ConfigurationScope) throws(GitError) -> String {
    let paths = ConfigurationFiles(environment: environment).paths
    let global = paths.last { $0.0 == GIT_CONFIG_LEVEL_GLOBAL }?.1
    guard let path = scope == .local ? localPath : global else {
      throw GitError(.notFound, "there is no configuration file to write to")
    }
    return path
  }

  /// Renames a subsection of the repository's own file.
  func renameSection(_ section: String, from old: String, to new: String) throws(GitError) {
    let entries = try entries(ofSection: section, old)
    guard !entries.isEmpty else { return }
    try edit(.local) { file throws(GitError) in
      for (key, value) in entries { try Self.add("\(section).\(new).\(key)", value, to: file) }
      for key in Set(entries.map(\.name)) { try Self.unset("\(section).\(old).\(key)", in: file) }
    }
  }

  /// Returns true if a subsection of the repository's own file has a value.
  func hasSection(_ section: String, _ name: String) throws(GitError) -> Bool {
    try !entries(ofSection: section, name).isEmpty
  }

  /// The keys, without the section, and the values of a subsection of the repository's own file.
  private func entries(
    ofSection section: String, _ name: String
  ) throws(GitError) -> [(name: String, value: String)] {
    let prefix = "\(section).\(name)."
    let file = try Handle.make("git_config_open_level", release: git_config_free) {
      git_config_open_level($0, handle.pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
    return try Self.entries(of: file).filter { $0.key.utf8.starts(with: prefix.utf8) }
      .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
  }

  static func entries(of file: Handle) throws(GitError) -> [Entry] {
    entries(
      try Handle.make("git_config_iterator_glob_new", release: git_config_iterator_free) {
        git_config_iterator_glob_new($0, file.pointer, nil)
      })
  }
}

/// The files that a configuration value can be written to.
public enum ConfigurationScope: Hashable, Sendable {
  /// The repository's own file.
  case local
  /// The user's file.
  case global
}

extension LocalRepository {
  /// This repository's configuration.
  public func configuration() -> Configuration { settings }
}

extension LocalRepository {
  /// The state of an attribute of a path. Source: gitattributes(5).
  ///
  /// The corresponding C function is `git_attr_get`.
  public func attribute(_ name: String, of path: TreePath) throws(GitError) -> AttributeState {
    if let link = try linkedAttributes(of: path), let workTreePath {
      throw .linked(link, in: workTreePath)
    }
    var value: UnsafePointer<CChar>?
    try check("git_attr_get", context: path.description) {
      git_attr_get(&value, handle.pointer, 0, path.cString, name)
    }
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: return .set
    case GIT_ATTR_VALUE_FALSE: return .unset
    default: return value.map { .value(String(cString: $0)) } ?? .unspecified
    }
  }

  /// The first attributes file of a path that is a symbolic link; nil if none is.
  func linkedAttributes(of path: TreePath) throws(GitError) -> TreePath? {
    guard let workTreePath else { return nil }
    let files = WorkTreeFiles(root: workTreePath)
    for attributes in path.attributesFiles {
      if case .link = try files.presence(of: attributes) { return attributes }
    }
    return nil
  }
}

/// The state of an attribute of a path.
public enum AttributeState: Hashable, Sendable {
  case unspecified
  /// Set without a value, like `ident`.
  case set
  /// Unset, like `-fork`.
  case unset
  case value(String)

  /// The value; nil if there is none.
  public var value: String? { if case .value(let text) = self { text } else { nil } }

  /// The state as `git check-attr` prints it.
  public var description: String { value ?? "\(self)" }
}
