import Glibc

/// A check that each object of a pack has a kind that git knows, and the size that its header gives. libgit2 1.5 does
/// not check this.
///
/// Source: git's `gitformat-pack(5)` and `index-pack.c`.
struct PackCheck {
  private let path: String

  /// - Parameter name: The path of the pack and its index, without the extension.
  init(_ name: String) { path = name }

  /// Checks all objects of the pack.
  ///
  /// - Parameter checkInterruption: Called for each object; an error that it throws ends the check.
  /// - Throws: Kind `invalid` if the pack is damaged.
  /// - Complexity: O(bytes of the objects).
  func run(_ checkInterruption: () throws(GitError) -> Void) throws(GitError) {
    let descriptor = open(path + ".pack", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path: path + ".pack") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("fstat", path: path + ".pack") }
    let starts = try offsets().sorted()
    let inflater = try Inflater(descriptor, path: path + ".pack")
    // The pack ends with its checksum.
    let end = Int(status.st_size) - ObjectID.byteCount
    for (index, start) in starts.enumerated() {
      try checkInterruption()
      let next = index + 1 < starts.count ? starts[index + 1] : end
      guard start < next, next <= end else { throw damage }
      try check(descriptor, start, next, inflater)
    }
  }

  private var damage: GitError {
    GitError(.invalid, "the pack that was received is damaged: git would refuse one of its objects")
  }

  private func check(
    _ descriptor: Int32, _ start: Int, _ end: Int, _ inflater: Inflater
  ) throws(GitError) {
    var header = [UInt8](repeating: 0, count: 40)
    let count = pread(descriptor, &header, min(header.count, end - start), start)
    guard count > 0 else { throw .system("pread", path: path + ".pack") }
    let entry = header.withUnsafeBytes { PackEntry(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    guard let entry else { throw damage }
    inflater.restart(at: start + entry.headerSize, upTo: end)
    do throws(GitError) {
      guard try inflater.skip(entry.size) else { throw damage }
      try inflater.requireEnd()
    } catch  where error.kind == .invalid {
      throw damage
    }
  }

  /// The offsets of the objects, from the pack's index.
  private func offsets() throws(GitError) -> [Int] {
    guard let index = PackIndexFile(path + ".idx") else { throw damage }
    let offsets = (0..<index.count).compactMap(index.offset)
    guard offsets.count == index.count else { throw damage }
    return offsets
  }
}
