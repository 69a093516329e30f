import CLibgit2

extension WorkTreeUpdate {
  /// Verifies that changes overwrite no uncommitted changes.
  ///
  /// At each path, the index and the work tree must hold either the old or the new entry of the change. No untracked
  /// file may be in the way, not even an ignored one. A file that the user deleted counts as changed.
  ///
  /// - Parameters:
  ///   - changes: The changes to make.
  ///   - removed: The paths whose files will be removed, and so are in no other file's way.
  /// - Throws: Kind `editedDocuments` with all the paths concerned, in order, or `unmerged` with those in conflict;
  ///   `invalidPath` for a path that could leave the work tree.
  /// - Complexity: O(files that differ).
  func check(_ changes: [TreeChange], removing removed: Set<TreePath>) throws(GitError) {
    for change in changes where change.new != nil { try change.path.validateForTree() }
    let edited = try editedPaths(in: changes, removing: removed)
    let unmerged = edited.filter(index.hasConflict)
    guard unmerged.isEmpty else { throw .unmerged(unmerged) }
    guard edited.isEmpty else { throw .edited(edited) }
  }

  /// The paths that hold neither the old nor the new entry of their change, in order.
  func editedPaths(
    in changes: [TreeChange], removing removed: Set<TreePath>
  ) throws(GitError) -> [TreePath] {
    var edited: Set<TreePath> = []
    for change in changes {
      if try !isUneditedInIndex(change) { edited.insert(change.path) }
      edited.formUnion(try editedFiles(at: change, removed: removed))
    }
    return edited.sorted()
  }

  private func isUneditedInIndex(_ change: TreeChange) throws(GitError) -> Bool {
    if index.hasConflict(at: change.path) { return false }
    let entry = index.entry(at: change.path)?.value
    return entry == change.old || entry == change.new
  }

  /// The paths whose files would be lost: this one, one in its way, or those in a directory that a file replaces.
  private func editedFiles(
    at change: TreeChange, removed: Set<TreePath>
  ) throws(GitError) -> [TreePath] {
    switch try files.presence(of: change.path) {
    case .missing:
      guard change.old != nil, change.new != nil, try !isLeftOut(change.path) else { return [] }
      return [change.path]
    case .blocked(let obstacle):
      return change.new == nil || removed.contains(obstacle) ? [] : [obstacle]
    case .directory where change.new == nil || change.new?.mode == .submodule: return []
    case .directory: return files.files(under: change.path).filter { !removed.contains($0) }
    case .special: return [change.path]
    case .file(let status), .link(let status):
      let found = try content(at: change.path, status, old: change.old, new: change.new)
      let isKnown = found == change.old || found == change.new
      return isKnown ? [] : [change.path]
    }
  }

  /// The entry that the work tree holds at a path; nil if there is no file or link. Its kind is that of `new` or `old`
  /// if the file system cannot tell kinds apart.
  func content(
    at path: TreePath, old: TreeEntry?, new: TreeEntry?
  ) throws(GitError) -> TreeEntry? {
    switch try files.presence(of: path) {
    case .file(let status), .link(let status):
      return try content(at: path, status, old: old, new: new)
    case .missing, .blocked, .directory, .special: return nil
    }
  }

  private func content(
    at path: TreePath, _ status: FileStatus, old: TreeEntry?, new: TreeEntry?
  ) throws(GitError) -> TreeEntry {
    let id: ObjectID
    if let entry = index.entry(at: path), entry.isEmptied(status) || index.isFresh(entry, status) {
      id = entry.id
    } else {
      id = try contentID(
        ofFile: files.location(of: path), at: path, isLink: status.type == .symbolicLink)
    }
    let seen = TreeEntry(mode: Self.mode(of: status), id: id)
    return [new, old].compactMap { $0 }.first { isSame(seen, $0) } ?? seen
  }

  /// The id of a file's contents, as git would store them at a path; nil for no path: no filters are applied.
  func contentID(
    ofFile location: [CChar], at path: TreePath?, isLink: Bool
  ) throws(GitError) -> ObjectID {
    if isLink { return try LocalRepository.blobID(of: WorkTreeFiles.target(ofLinkAt: location)) }
    if let path, let conversion = try conversion(at: path) {
      let file = String(decoding: location.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      let isInPlace = location == files.location(of: path)
      return try LocalRepository.blobID(
        of: conversion.cleaned(isInPlace ? nil : Files.read(file) ?? []))
    }
    var raw = git_oid()
    guard let path, try filters.mayApply(to: path, in: index) else {
      try ForkedGit.check("git_odb_hashfile", context: path?.description) {
        git_odb_hashfile(&raw, location, GIT_OBJECT_BLOB)
      }
      return ObjectID(raw)
    }
    try ForkedGit.check("git_repository_hashfile", context: path.description) {
      git_repository_hashfile(
        &raw, repository.handle.pointer, location, GIT_OBJECT_BLOB, path.cString)
    }
    return ObjectID(raw)
  }

  /// The conversion that git must make of the file at a path; nil if there is none.
  func conversion(at path: TreePath) throws(GitError) -> FileConversion? {
    guard try filters.mayApply(to: path, in: index) else { return nil }
    return try FileConversion(at: path, in: repository) { index.entry(at: $0) != nil }
  }

  private static func mode(of status: FileStatus) -> FileMode {
    if status.type == .symbolicLink { return .symlink }
    return status.permissions.contains(.ownerExecute) ? .executable : .file
  }

  private func isSame(_ seen: TreeEntry, _ expected: TreeEntry) -> Bool {
    if seen.id != expected.id { return false }
    if seen.mode == expected.mode { return true }
    if !hasLinks, expected.mode == .symlink { return seen.mode == .file }
    return !keepsExecutableBit && seen.mode.isRegularFile && expected.mode.isRegularFile
  }
}

extension [TreeChange] {
  /// The paths whose files will be removed.
  var removed: Set<TreePath> { Set(lazy.filter { $0.new == nil }.map(\.path)) }
}

extension GitError {
  static func edited(_ paths: [TreePath]) -> GitError {
    GitError(
      .editedDocuments(paths), "uncommitted changes would be overwritten",
      context: paths.map(\.description).joined(separator: ", "))
  }

  /// The error for files that the index has in conflict.
  public static func unmerged(_ paths: [TreePath]) -> GitError {
    GitError(
      .unmerged(paths), "in conflict", context: paths.map(\.description).joined(separator: ", "))
  }
}
