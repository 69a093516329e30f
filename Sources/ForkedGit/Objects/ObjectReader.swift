import CLibgit2

/// A reader of the objects of a repository for a thread of its own.
///
/// It reads the packs and the loose objects on the disk. Whatever is not there, because it is damaged, waits to be
/// stored or is in another repository, is unknown here: the ``LocalRepository`` reads it.
public final class ObjectReader {
  private let packs: PackFiles
  private let loose: LooseObjects

  /// - Parameter directory: The `objects` directory, with a slash at its end.
  init(in directory: String) throws(GitError) {
    packs = try PackFiles(in: directory + "pack/")
    loose = LooseObjects(in: directory)
  }

  /// The contents of a blob; nil if they are unknown.
  public func blob(_ id: ObjectID) -> [UInt8]? {
    guard let object = object(id), object.isBlob else { return nil }
    return object.bytes
  }

  /// The entry at a path in the tree of a commit; nil if there is none.
  func entry(at path: TreePath, inCommit id: ObjectID) -> PackedFile.Answer<TreeEntry?> {
    guard let commit = object(id), commit.type == GIT_OBJECT_COMMIT,
      let links = commit.bytes.withUnsafeBufferPointer(CommitFormat.links)
    else { return .unknown }
    var found = TreeEntry(mode: .tree, id: links.tree)
    for name in path.components {
      guard found.mode == .tree else { return .known(nil) }
      guard let tree = object(found.id), tree.isTree, let entries = RawTree(tree.bytes) else {
        return .unknown
      }
      guard let entry = entries.entry(named: name) else { return .known(nil) }
      found = entry.value
    }
    return .known(found)
  }

  private func object(_ id: ObjectID) -> StoredObject? { packs.object(id) ?? looseObject(id) }

  private func looseObject(_ id: ObjectID) -> StoredObject? {
    do throws(GitError) {
      guard let object = try loose.object(id), object.has(id) else { return nil }
      return object
    } catch {
      return nil  // The repository reads it, and reports what is wrong.
    }
  }
}

extension LocalRepository {
  /// A function that opens a reader of objects for another thread, where it returns nil if that fails.
  ///
  /// - Returns: Nil while hashes are verified, which only libgit2 does.
  public func objectReaders() -> (@Sendable () -> ObjectReader?)? {
    if Library.verifiesHashes { return nil }
    let directory = commonDirectory + "objects/"
    return {
      do throws(GitError) {
        return try ObjectReader(in: directory)
      } catch {
        return nil
      }
    }
  }
}
