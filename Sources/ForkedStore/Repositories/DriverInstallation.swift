public import ForkedGit
import ForkedJSON

/// The setup with which git merges documents by this program: drivers in git's configuration, and lines of an
/// attributes file that assign the drivers to patterns.
public struct DriverInstallation {
  /// The patterns that get the drivers by default.
  public static let patterns = JSONNotation.patterns

  /// The configuration that holds the drivers.
  public var scope: ConfigurationScope
  /// The path of the attributes file that assigns the drivers to patterns.
  public var attributesPath: String
  /// True if `git diff` compares documents by property, too.
  public var comparesDocuments: Bool
  /// True if `git mergetool` asks about conflicts by property.
  public var offersTool = false
  let configuration: Configuration
  /// The repository whose work tree holds the attributes file; nil if the file is the user's own.
  private let repository: LocalRepository?
  /// True if the driver is in PATH under a name of its own.
  private let hasDriverProgram: Bool

  /// Creates an installation for one repository, in its `.gitattributes`, or in `info/attributes` if it has no work
  /// tree.
  public init(in store: DocumentStore, comparingDocuments: Bool = false) throws {
    let repository = store.repository
    self.repository = repository.isBare ? nil : repository
    scope = .local
    attributesPath =
      repository.workTreePath.map { $0 + ".gitattributes" }
      ?? repository.commonDirectory + "info/attributes"
    comparesDocuments = comparingDocuments
    configuration = repository.configuration()
    hasDriverProgram = Self.hasDriverProgram(in: store.environment)
  }

  /// Creates an installation for all repositories of the user, in the file of `core.attributesFile` or git's default
  /// file.
  ///
  /// - Throws: kind `usage` if no home directory is known.
  public init(globalIn environment: Environment, comparingDocuments: Bool = false) throws {
    scope = .global
    repository = nil
    configuration = try Configuration.outsideRepository(environment: environment.variables)
    comparesDocuments = comparingDocuments
    hasDriverProgram = Self.hasDriverProgram(in: environment)
    let named = try configuration.string("core.attributesFile")
    let home = environment.variables["HOME"]
    let folder = environment.variables["XDG_CONFIG_HOME"] ?? home.map { $0 + "/.config" }
    guard let path = named.map(configuration.expanded) ?? folder.map({ $0 + "/git/attributes" })
    else {
      throw StoreError(
        .usage, "no home directory is known, so there is no attributes file for every repository",
        hint: "set HOME, or leave --global out")
    }
    attributesPath = path
  }

  private static func hasDriverProgram(in environment: Environment) -> Bool {
    environment.inSearchPath(DriverSetting.driverProgram(of: programName)) != nil
  }

  /// The attributes that patterns get.
  private var attributes: [String] {
    [Self.mergeAttribute] + (comparesDocuments ? ["diff=fork"] : [])
  }

  /// The lines that the attributes file lacks.
  ///
  /// - Parameters:
  ///   - patterns: the patterns that get the drivers; if empty, the default patterns, unless the file has lines for
  ///     them.
  ///   - file: the contents of the attributes file.
  /// - Throws: kind `usage` for a pattern that gitattributes does not allow.
  public func missingLines(
    _ patterns: [String], in file: AttributesFile
  ) throws(StoreError) -> [String] {
    for pattern in patterns where pattern.isEmpty || pattern.hasPrefix("!") {
      throw StoreError(
        .usage, "'\(pattern)' is not a pattern of gitattributes",
        hint: "name files, such as --pattern '*.geojson'")
    }
    return attributes.flatMap { attribute in
      let usual = file.gives(attribute) ? [] : Self.patterns
      return file.missing((patterns.isEmpty ? usual : patterns), attribute)
    }
  }

  /// The patterns of the attributes file that have the merge driver, as they are written there.
  public static func mergedPatterns(in file: AttributesFile) -> [String] {
    file.patterns(with: mergeAttribute)
  }

  /// The attribute that assigns the merge driver.
  static let mergeAttribute = "merge=fork"

  /// Describes the missing settings and lines; empty if nothing is missing.
  public func missing(_ lines: [String]) throws -> [String] {
    try missingSettings().map { "git config \($0.key)" } + lines.map { "\(attributesPath): \($0)" }
  }

  /// The configured command of the driver; nil if there is none.
  public func configuredDriver() throws -> String? {
    try configuration.string(DriverSetting.driverKey)
  }

  /// The command that unsets a driver written by hand that calls the program, but keeps our version alone where it fails;
  /// nil if there is none.
  func unguarded() throws -> String? {
    guard let command = try configuredDriver(), !command.contains("--own-status"),
      command.contains(" merge-driver "),
      !DriverSetting.merge.contains(where: {
        $0.key == DriverSetting.driverKey && $0.isOwn(command)
      })
    else { return nil }
    let isLocal = try !configuration.values(DriverSetting.driverKey, in: .local).isEmpty
    return "git config \(isLocal ? "" : "--global ")--unset-all \(DriverSetting.driverKey)"
  }

  /// Describes the drivers that call another program; an installation keeps them.
  public func foreign() throws -> [String] {
    try DriverSetting.merge.filter(\.isDriver).compactMap { setting in
      guard let present = try configuration.string(setting.key), !setting.isOwn(present) else {
        return nil
      }
      return "git config \(setting.key) is '\(present)'"
    }
  }
}

// MARK: - In git's configuration

extension DriverInstallation {
  /// The value that this program sets.
  private func value(of setting: DriverSetting) -> String {
    let values = setting.values(programName)
    return setting.isDriver && !hasDriverProgram ? values[1] : values[0]
  }

  /// The key of the lines that an installation added to the attributes file.
  private static let addedLinesKey = "fork.attributes"
  /// The key that is set to `absent` if there was no attributes file before.
  private static let endingKey = "fork.attributesEnding"
  private static let absent = "absent"

  func missingSettings() throws -> [DriverSetting] {
    let settings =
      DriverSetting.merge + (comparesDocuments ? DriverSetting.diff : [])
      + (offersTool ? DriverSetting.tool : [])
    return try settings.filter { setting in
      guard let present = try configuration.string(setting.key) else { return true }
      return present != value(of: setting) && setting.isOwn(present)
    }
  }

  /// Adds the drivers to git's configuration. Existing settings are kept, but for those of the program under another name.
  ///
  /// - Parameters:
  ///   - lines: the lines that are added to the attributes file; they are recorded for ``unconfigure()``.
  ///   - file: the attributes file before that.
  public func configure(adding lines: [String], to file: AttributesFile) throws {
    let missing = try missingSettings()
    guard !missing.isEmpty || !lines.isEmpty else { return }
    // An installation that was killed may have recorded the lines without adding them.
    let known = try configuration.values(Self.addedLinesKey, in: scope)
    try configuration.changing(scope) { () throws(GitError) in
      for setting in missing {
        try configuration.set(setting.key, to: value(of: setting), in: scope)
      }
      if !lines.isEmpty, known.isEmpty, file.bytes == nil {
        try configuration.set(Self.endingKey, to: Self.absent, in: scope)
      }
      for line in lines.map(encoded) where !known.contains(line) {
        try configuration.add(Self.addedLinesKey, line, in: scope)
      }
    }
  }

  /// The lines that an installation added to the attributes file.
  public func addedLines() throws -> AttributesFile.AddedLines {
    AttributesFile.AddedLines(
      lines: try configuration.values(Self.addedLinesKey, in: scope).map(decoded),
      madeFile: try configuration.values(Self.endingKey, in: scope).last == Self.absent)
  }

  /// The attributes file.
  ///
  /// - Throws: ``GitError`` of kind `unsupported` if that of a work tree is a symbolic link, which git ignores.
  public func attributesFile() throws -> AttributesFile {
    guard let root = repository?.workTreePath else {
      return AttributesFile(try configuration.file(attributesPath))
    }
    return AttributesFile(try WorkTreeFiles(root: root).read(Self.attributesName))
  }

  /// Replaces the attributes file.
  ///
  /// - Throws: ``GitError`` of kind `raceLost` or `editedDocuments` if it is no longer the old one.
  public func replace(_ old: AttributesFile, with new: AttributesFile) throws {
    guard new != old else { return }
    if let repository {
      try repository.replaceWorkTreeFile(at: Self.attributesName, old.bytes, with: new.bytes)
    } else {
      try configuration.replaceFile(attributesPath, old.bytes, with: new.bytes, in: scope)
    }
  }

  private static let attributesName: TreePath = ".gitattributes"

  /// Removes the drivers from git's configuration. Settings with other values are kept.
  ///
  /// To be called last: it also removes the record of the lines that were added to the attributes file.
  public func unconfigure() throws {
    let own = try (DriverSetting.merge + DriverSetting.diff + DriverSetting.tool).filter {
      setting in
      let values = try configuration.values(setting.key, in: scope)
      return values.count == 1 && values.allSatisfy(setting.isOwn)
    }
    try configuration.changing(scope) { () throws(GitError) in
      for setting in own { try configuration.unset(setting.key, in: scope) }
      try configuration.unset(Self.addedLinesKey, in: scope)
      try configuration.unset(Self.endingKey, in: scope)
    }
  }

  /// Encodes a line so that libgit2 can write it and read it again. libgit2 does not escape characters that have a
  /// meaning in git's configuration.
  private func encoded(_ line: String) -> String {
    line.unicodeScalars.map { scalar in
      guard scalar.value < 0x20 || "\"\\#;%".unicodeScalars.contains(scalar) else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  private func decoded(_ value: String) -> String {
    let parts = value.split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      let scalar = UInt8(part.prefix(2), radix: 16).map { String(UnicodeScalar($0)) }
      return text + (scalar ?? "%") + (scalar == nil ? part : part.dropFirst(2))
    }
  }
}
