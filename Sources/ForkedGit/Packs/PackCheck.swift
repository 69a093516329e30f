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
  /// - Throws: Kind `invalid` if the pack is damaged.
  /// - Complexity: O(bytes of the objects).
  func run() throws(GitError) {
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
    var header = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &header, header.count, start)
    guard count > 0 else { throw .system("pread", path: path + ".pack") }
    guard let entry = Entry(header.prefix(min(count, end - start))) else { throw damage }
    inflater.restart(at: start + entry.headerSize, upTo: end)
    do throws(GitError) {
      guard try inflater.skip(entry.size) else { throw damage }
      try inflater.requireEnd()
    } catch  where error.kind == .invalid {
      throw damage
    }
  }

  /// The header before the compressed contents of an object.
  private struct Entry {
    let headerSize: Int
    let size: Int

    private static let deltaByOffset = 6
    private static let deltaByName = 7

    init?(_ bytes: ArraySlice<UInt8>) {
      guard let first = bytes.first else { return nil }
      let kind = Int(first >> 4 & 7)
      guard [1, 2, 3, 4, Self.deltaByOffset, Self.deltaByName].contains(kind) else { return nil }
      var (size, shift, place, last) = (Int(first & 0x0F), 4, 1, first)
      while last & 0x80 != 0 {
        guard place < bytes.count, shift < 60 else { return nil }
        last = bytes[place]
        size |= Int(last & 0x7F) << shift
        (shift, place) = (shift + 7, place + 1)
      }
      if kind == Self.deltaByName { place += ObjectID.byteCount }
      if kind == Self.deltaByOffset {
        repeat {
          guard place < bytes.count else { return nil }
          (last, place) = (bytes[place], place + 1)
        } while last & 0x80 != 0
      }
      guard place <= bytes.count, size >= 0 else { return nil }
      (headerSize, self.size) = (place, size)
    }
  }

  /// The offsets of the objects, from the pack's index.
  private func offsets() throws(GitError) -> [Int] {
    guard let bytes = try Files.read(path + ".idx"), bytes.count >= 1032 + 40 else { throw damage }
    func number(at place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    let count = number(at: 8 + 255 * 4)
    let (near, far) = (1032 + count * 24, 1032 + count * 28)
    guard far <= bytes.count - 40 else { throw damage }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      let offset = number(at: near + index * 4)
      let place = far + (offset & 0x7FFF_FFFF) * 8
      if offset < 1 << 31 {
        offsets.append(offset)
      } else {
        guard place + 8 <= bytes.count - 40 else { throw damage }
        offsets.append(number(at: place) << 32 | number(at: place + 4))
      }
    }
    return offsets
  }
}
