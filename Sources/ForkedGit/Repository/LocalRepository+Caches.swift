import Glibc

/// Files of derived data in the git directory, under `fork/`. All linked work trees share them; they are never part of
/// the history, and whoever reads them must do without.
extension LocalRepository {
  /// What a file of derived data holds; nil where there is none, or it cannot be read.
  public func cached(_ name: String) -> [UInt8]? {
    do {
      return try Files.read(path(ofCached: name))
    } catch {
      return nil  // It is made again.
    }
  }

  /// Puts a file of derived data in place, whole: other processes see the old one or the new one.
  ///
  /// - Parameter rivals: how many files may stand in its directory; where there are more, the others go.
  /// - Returns: whether that was possible. Nothing depends on it.
  @discardableResult
  public func cache(_ bytes: [UInt8], as name: String, besides rivals: Int) -> Bool {
    let path = path(ofCached: name)
    do {
      try Files.makeParent(of: path)
      let file = try UnnamedFile(beside: path)
      defer { close(file.descriptor) }
      try Files.write(bytes, to: file.descriptor, path: path)
      try file.replace(path)
      let directory = TreePath(name).parent.description
      let names = Files.names(in: self.path(ofCached: directory))
      guard names.count > rivals else { return true }
      for other in names where directory + "/" + other != name {
        try Files.remove(self.path(ofCached: directory + "/" + other))
      }
      return true
    } catch {
      return false  // A disk that is full, or read-only.
    }
  }

  private func path(ofCached name: String) -> String { commonDirectory + "fork/" + name }
}
