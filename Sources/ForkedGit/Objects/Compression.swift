import CZlib

/// The contents of a compressed file, read piece by piece. No more is read or kept than was asked for.
///
/// Each step consumes bytes of the file or produces bytes of the contents, so a damaged file ends in an error.
final class Inflater {
  private static let pieceSize = 1 << 16

  private let descriptor: Int32
  private let path: String
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutablePointer<UInt8>
  /// A Boolean value that indicates whether the compressed contents have ended.
  private var isFinished = false
  /// The number of bytes of the file that were read.
  private var offset = 0

  /// - Parameters:
  ///   - descriptor: A file that is open for reading. The caller closes it.
  ///   - path: The file's name in errors.
  init(_ descriptor: Int32, path: String) throws(GitError) {
    self.descriptor = descriptor
    self.path = path
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(capacity: Self.pieceSize)
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw GitError(.other, "zlib cannot be started", function: "inflateInit")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// The next bytes: the given number, or fewer if the contents end.
  ///
  /// - Throws: Kind `invalid` if the file is damaged.
  func next(_ count: Int) throws(GitError) -> [UInt8] {
    var failure: GitError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(GitError) {
        try fill(buffer, &filled)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Verifies that the contents and the file end here.
  ///
  /// - Throws: Kind `invalid` if they do not.
  func requireEnd() throws(GitError) {
    guard try next(1).isEmpty else { throw damage("it is longer than its header says") }
    guard stream.pointee.avail_in == 0, try readInput() == 0 else {
      throw damage("data follows its end")
    }
  }

  /// The error for a damaged file.
  func damage(_ reason: String) -> GitError {
    GitError(.invalid, "the object's file \(path) is damaged: \(reason)")
  }

  private func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, _ filled: inout Int
  ) throws(GitError) {
    while filled < buffer.count, !isFinished {
      if stream.pointee.avail_in == 0, try readInput() == 0 { throw damage("it ends too early") }
      let capacity = UInt32(min(buffer.count - filled, 1 << 30))
      let waiting = stream.pointee.avail_in
      stream.pointee.next_out = buffer.baseAddress?.advanced(by: filled)
      stream.pointee.avail_out = capacity
      let code = inflate(stream, Z_NO_FLUSH)
      let made = capacity - stream.pointee.avail_out
      filled += Int(made)
      isFinished = code == Z_STREAM_END
      let isStuck = made == 0 && stream.pointee.avail_in == waiting
      guard isFinished || [Z_OK, Z_BUF_ERROR].contains(code) && !isStuck else {
        throw damage("its compression is invalid")
      }
    }
  }

  /// Reads the next piece of the file.
  private func readInput() throws(GitError) -> Int {
    let piece = UnsafeMutableRawBufferPointer(start: input, count: Self.pieceSize)
    do throws(SystemFailure) {
      let count = try read(descriptor, into: piece, at: offset)
      offset += count
      stream.pointee.next_in = input
      stream.pointee.avail_in = UInt32(count)
      return count
    } catch {
      if error == .isDirectory || error == .illegalSeek { throw damage("it is not a file") }
      throw .system("pread", path: path, error)
    }
  }
}

/// The owner of a zlib stream, used for many pieces one after another.
final class Deflater {
  enum Kind {
    case usual
    /// Prefers speed to size.
    case hasty
    /// As usual, for pieces of at most ``smallSize`` bytes: zlib clears its table for each piece, and needs only a part
    /// of it for these.
    case small
  }

  /// The greatest size of a small piece.
  static let smallSize = 1024

  private let stream: UnsafeMutablePointer<z_stream>

  init(_ kind: Kind = .usual) throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // As in git: zlib's default level for packs, its fastest for loose objects.
    let level = kind == .hasty ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION
    let memory: Int32 = kind == .small ? 5 : 8
    guard
      deflateInit2_(
        stream, level, Z_DEFLATED, MAX_WBITS, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else {
      throw GitError(.other, "zlib cannot be started", function: "deflateInit")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses bytes to zlib's format.
  func deflate(_ bytes: [UInt8]) throws(GitError) -> [UInt8] {
    deflateReset(stream)
    let capacity = Int(deflateBound(stream, UInt(bytes.count)))
    guard bytes.count < 1 << 31, capacity < 1 << 31 else {
      throw GitError(.unsupported, "objects of 2 GB or more are not supported", function: "deflate")
    }
    var code: Int32 = 0
    var input = bytes
    let result = input.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        code = CZlib.deflate(stream, Z_FINISH)
        count = capacity - Int(stream.pointee.avail_out)
      }
    }
    guard code == Z_STREAM_END else {
      throw GitError(.other, "zlib failed", function: "deflate", code: code)
    }
    return result
  }

  /// The CRC-32 of the bytes.
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }
}
