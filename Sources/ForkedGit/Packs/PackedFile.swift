/// One file in many versions, read from packs by a thread of its own.
///
/// Each directory on the way to the file is read again only if it changed. Whatever the packs do not give, because it is
/// loose, damaged or in another repository, is unknown here: the ``LocalRepository`` reads it.
public final class PackedFile {
  /// An answer that may be unknown.
  public enum Answer<Value> {
    case known(Value)
    case unknown
  }

  private let packs: PackFiles
  private let names: [[UInt8]]
  /// For each directory on the way, the last one that was read.
  private var last: [(directory: ObjectID, entry: TreeEntry?)?]

  fileprivate init(_ path: TreePath, in packs: PackFiles) {
    self.packs = packs
    // Copies: threads that count references to the same array wait for each other.
    names = path.components.map { $0.withUnsafeBufferPointer { Array($0) } }
    last = Array(repeating: nil, count: names.count)
  }

  /// The entry of the file in a commit's tree; nil if there is none.
  public func entry(in tree: ObjectID) -> Answer<TreeEntry?> {
    var found = TreeEntry(mode: .tree, id: tree)
    for depth in names.indices {
      guard found.mode == .tree else { return .known(nil) }
      switch entry(at: depth, in: found.id) {
      case .unknown: return .unknown
      case .known(nil): return .known(nil)
      case .known(let entry?): found = entry
      }
    }
    return .known(found)
  }

  private func entry(at depth: Int, in directory: ObjectID) -> Answer<TreeEntry?> {
    if let last = last[depth], last.directory == directory { return .known(last.entry) }
    guard let object = packs.object(directory), object.isTree else { return .unknown }
    let (entry, isDamaged) = object.bytes.withUnsafeBufferPointer { bytes in
      var scan = TreeScan(of: bytes)
      return (scan.entry(named: names[depth][...]), scan.isDamaged)
    }
    if isDamaged { return .unknown }
    last[depth] = (directory, entry)
    return .known(entry)
  }

  /// The contents of a version of the file; nil if they are unknown.
  public func contents(_ id: ObjectID) -> [UInt8]? {
    guard let object = packs.object(id), object.isBlob else { return nil }
    return object.bytes
  }
}

extension LocalRepository {
  /// A function that opens a file for reading by another thread, where it returns nil if no pack can be opened.
  ///
  /// - Returns: Nil while hashes are verified, which only libgit2 does.
  public func packedFile(at path: TreePath) -> (@Sendable () -> PackedFile?)? {
    if Library.verifiesHashes { return nil }
    let directory = packDirectory
    return {
      do throws(GitError) {
        return PackedFile(path, in: try PackFiles(in: directory))
      } catch {
        return nil  // The repository reads the file, and reports what is wrong.
      }
    }
  }
}
