public import ForkedGit

/// How git is told to merge documents with this program: drivers in its configuration, and lines of an attributes
/// file that give patterns to them.
public struct DriverInstallation {
  /// The patterns that the drivers are for where nobody names others.
  public static let patterns = ["*.json"]

  /// Where the drivers are configured.
  public var scope: ConfigurationScope
  /// The file whose lines give patterns to the drivers.
  public var attributesPath: String
  /// The file that holds the drivers' settings, as far as it is known.
  public var configurationPath: String?
  /// Whether `git diff` is to compare documents by property, too.
  public var comparesDocuments: Bool
  let configuration: Configuration

  /// In one repository: its `.gitattributes`, or `info/attributes` where it has no work tree.
  public init(in store: DocumentStore, comparingDocuments: Bool = false) throws {
    let repository = store.repository
    scope = .local
    attributesPath =
      repository.workTreePath.map { $0 + ".gitattributes" }
      ?? repository.commonDirectory + "info/attributes"
    configurationPath = repository.commonDirectory + "config"
    comparesDocuments = comparingDocuments
    configuration = repository.configuration()
  }

  /// For every repository of the person: the file of `core.attributesFile`, else git's usual one.
  /// - Throws: kind `usage` where no home directory is known.
  public init(globalIn environment: Environment, comparingDocuments: Bool = false) throws {
    scope = .global
    configuration = try Configuration.outsideRepository(environment: environment.variables)
    comparesDocuments = comparingDocuments
    let named = try configuration.string("core.attributesFile")
    let home = environment.variables["HOME"]
    configurationPath =
      environment.variables["GIT_CONFIG_GLOBAL"] ?? home.map { $0 + "/.gitconfig" }
    let folder = environment.variables["XDG_CONFIG_HOME"] ?? home.map { $0 + "/.config" }
    guard let path = named.map({ Self.expand($0, home) }) ?? folder.map({ $0 + "/git/attributes" })
    else {
      throw StoreError(
        .usage, "no home directory is known, so there is no attributes file for every repository",
        hint: "set HOME, or leave --global out")
    }
    attributesPath = path
  }

  private static func expand(_ path: String, _ home: String?) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst(1)
  }

  /// The attributes that patterns get.
  private var attributes: [String] { ["merge=fork"] + (comparesDocuments ? ["diff=fork"] : []) }

  /// The lines that the attributes file lacks.
  ///
  /// - Parameters:
  ///   - patterns: the patterns to give to the drivers; none named: the usual ones, unless others have them already.
  ///   - file: what the attributes file holds.
  /// - Throws: kind `usage` for a pattern that git takes for none.
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

  /// What is missing, in words; empty where everything is in place.
  public func missing(_ lines: [String]) throws -> [String] {
    try missingSettings().map { "git config \($0.key)" } + lines.map { "\(attributesPath): \($0)" }
  }
}
