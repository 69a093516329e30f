import ForkedGit
import ForkedJSON

extension DocumentStore {
  /// True if a file that does not parse is no document although its name is one's, so that it is no problem.
  ///
  /// That is a file with the attribute `-fork`, a pointer of git-lfs, or JSON5.
  func isNoDocument(_ bytes: [UInt8], at path: TreePath) -> Bool {
    if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) { return true }
    if JSONNotation.mayHoldOther(path.description) { return true }
    do {
      return try repository.isAttributeUnset("fork", of: path)
    } catch {
      return false  // Attributes that cannot be read exclude nothing.
    }
  }
}
