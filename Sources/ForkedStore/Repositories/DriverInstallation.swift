import ForkedGit

/// How git is told to merge documents with this program.
enum DriverInstallation {
  /// The line of `.gitattributes` that gives a pattern to the driver.
  static func attribute(for pattern: String) -> String { "\(pattern) merge=fork" }

  /// The patterns that the driver is for where nobody names others.
  static let patterns = ["*.json"]

  /// The driver in git's configuration. Source: gitattributes(5), "Defining a custom merge driver".
  static let settings = [
    ("merge.fork.name", "merge JSON documents by property"),
    ("merge.fork.driver", "fork merge-driver %O %A %B --path %P --marker-size %L"),
  ]
}

extension DocumentStore {
  /// Tells this repository's configuration about the driver; what is set already stays.
  func configureDriver() throws {
    let configuration = repository.configuration()
    for (key, value) in DriverInstallation.settings
    where try configuration.string(key) == nil {
      try configuration.set(key, to: value, in: .local)
    }
  }

  /// The attributes file with what is missing added at its end; the same bytes where nothing is.
  func attributes(adding patterns: [String], to existing: [UInt8]) -> [UInt8] {
    let lines = Set(existing.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    let missing = patterns.map(DriverInstallation.attribute).filter { !lines.contains($0) }
    var result = existing
    if !missing.isEmpty, let last = existing.last, last != 0x0A { result.append(0x0A) }
    for line in missing { result.append(contentsOf: Array((line + "\n").utf8)) }
    return result
  }
}
