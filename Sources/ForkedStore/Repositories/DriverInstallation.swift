public import ForkedGit

/// How git is told to merge documents with this program: a driver in its configuration, and lines of an
/// attributes file that give patterns to it.
public struct DriverInstallation {
  /// The patterns that the driver is for where nobody names others.
  public static let patterns = ["*.json"]

  /// Where the driver is configured.
  public var scope: ConfigurationScope
  /// The file whose lines give patterns to the driver.
  public var attributesPath: String
  /// The file that holds the driver's settings, as far as it is known.
  public var configurationPath: String?
  private let configuration: Configuration

  /// In one repository: its `.gitattributes`, or `info/attributes` where it has no work tree.
  public init(in store: DocumentStore) throws {
    let repository = store.repository
    scope = .local
    attributesPath =
      repository.workTreePath.map { $0 + ".gitattributes" }
      ?? repository.commonDirectory + "info/attributes"
    configurationPath = repository.commonDirectory + "config"
    configuration = repository.configuration()
  }

  /// For every repository of the person: the file of `core.attributesFile`, else git's usual one.
  /// - Throws: kind `usage` where no home directory is known.
  public init(globalIn environment: Environment) throws {
    scope = .global
    configuration = try Configuration.outsideRepository(environment: environment.variables)
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
}

extension DriverInstallation {
  /// The driver in git's configuration. Source: gitattributes(5), "Defining a custom merge driver".
  private static let settings = [
    ("merge.fork.name", "merge JSON documents by property"),
    ("merge.fork.driver", "fork merge-driver %O %A %B --path %P --marker-size %L"),
  ]

  /// What is missing, in words; empty where everything is in place.
  public func missing(_ patterns: [String], from attributes: [UInt8]) throws -> [String] {
    let settings = try Self.settings.filter { try configuration.string($0.0) == nil }
    let lines = Self.missingLines(patterns, from: attributes)
    return settings.map { "git config \($0.0)" } + lines.map { "\(attributesPath): \($0)" }
  }

  /// Tells git's configuration about the driver; what is set already stays.
  public func configure() throws {
    for (key, value) in Self.settings where try configuration.string(key) == nil {
      try configuration.set(key, to: value, in: scope)
    }
  }

  /// Takes the driver out of git's configuration.
  public func unconfigure() throws {
    for (key, _) in Self.settings { try configuration.unset(key, in: scope) }
  }

  /// A configuration file without the driver's section where nothing is left in it: libgit2 takes settings
  /// out and leaves their section's name.
  public static func configuration(withoutEmptySectionIn existing: [UInt8]) -> [UInt8] {
    var lines = existing.split(separator: 0x0A, omittingEmptySubsequences: false)
    let name = #"[merge "fork"]"#.utf8
    if let index = lines.firstIndex(where: { $0.elementsEqual(name) }),
      lines[(index + 1)...].first(where: { !$0.isEmpty })?.first ?? 0x5B == 0x5B
    {
      lines.remove(at: index)
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// The attributes with what is missing added at their end; the same bytes where nothing is.
  public static func attributes(adding patterns: [String], to existing: [UInt8]) -> [UInt8] {
    let missing = missingLines(patterns, from: existing)
    var result = existing
    if !missing.isEmpty, let last = existing.last, last != 0x0A { result.append(0x0A) }
    for line in missing { result.append(contentsOf: Array((line + "\n").utf8)) }
    return result
  }

  /// The attributes without the lines that do nothing but give a pattern to the driver.
  public static func attributes(withoutDriverIn existing: [UInt8]) -> [UInt8] {
    let lines = existing.split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(lines.filter { !isDriverLine($0) }.joined(separator: [0x0A]))
  }

  private static func missingLines(_ patterns: [String], from attributes: [UInt8]) -> [String] {
    let present = attributes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let lines = patterns.map { "\(attributePattern($0)) merge=fork" }
    return lines.filter { line in !present.contains { $0.utf8.elementsEqual(line.utf8) } }
  }

  /// The pattern as gitattributes(5) wants it: in quotes, as a C string, where white space would end it.
  private static func attributePattern(_ pattern: String) -> String {
    guard pattern.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }) else {
      return pattern
    }
    let escaped = pattern.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Whether the attributes give any pattern to the driver.
  public static func hasDriver(in attributes: [UInt8]) -> Bool {
    attributes.split(separator: 0x0A).contains(where: isDriverLine)
  }

  private static func isDriverLine(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.last == 0x0D ? line.dropLast() : line
    guard text.reversed().starts(with: " merge=fork".utf8.reversed()) else { return false }
    let pattern = text.dropLast(" merge=fork".utf8.count)
    let isQuoted = pattern.count > 1 && pattern.first == pattern.last && pattern.first == 0x22
    return !pattern.isEmpty && (isQuoted || !pattern.contains { $0 <= 0x20 })
  }
}
