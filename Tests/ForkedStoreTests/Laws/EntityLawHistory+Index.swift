import Foundation

/// Damage to the index of entities, which can be made again at any time.
extension EntityLawHistory {
  private var directory: String { test.directory + "/fork/models" }

  /// Takes the stored index away, cuts it off, turns a bit of it, or puts back what it was at an earlier time; what
  /// comes now is done by a process that finds it so.
  func damageIndex() throws {
    for name in try indexFiles() {
      let (path, kept) = ("\(directory)/\(name)", "\(test.directory)/kept-\(name)")
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let files = FileManager.default
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try files.removeItem(atPath: path)
      case 1: try Data(data.prefix(data.count / 2)).write(to: URL(fileURLWithPath: path))
      case 2:
        var data = data
        data[data.indices.randomElement(using: &random) ?? 0] ^= 1
        try data.write(to: URL(fileURLWithPath: path))
      case 3 where files.fileExists(atPath: kept):
        try Data(contentsOf: URL(fileURLWithPath: kept)).write(to: URL(fileURLWithPath: path))
        count("index stale")
      default: try data.write(to: URL(fileURLWithPath: kept))
      }
      note("the index is damaged")
      count("index damaged")
    }
    try reopen()
  }

  private func indexFiles() throws -> [String] {
    guard FileManager.default.fileExists(atPath: directory) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }
}
