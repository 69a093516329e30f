import CLibgit2

/// One owner of one zlib stream, for many pieces one after another.
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>

  /// - Parameter isHasty: whether little time is to be lost, rather than little room.
  init(isHasty: Bool = false) throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // As git does it for packs, and for objects on their own: the level that zlib thinks best, and its fastest.
    let level = isHasty ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION
    guard deflateInit_(stream, level, ZLIB_VERSION, size) == Z_OK else {
      throw GitError(.other, "zlib does not start", function: "deflateInit")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// The bytes in zlib's format.
  func deflate(_ bytes: [UInt8]) throws(GitError) -> [UInt8] {
    deflateReset(stream)
    let room = Int(deflateBound(stream, UInt(bytes.count)))
    guard bytes.count < 1 << 31, room < 1 << 31 else {
      throw GitError(.unsupported, "an object of 2 GB or more", function: "deflate")
    }
    var code: Int32 = 0
    var input = bytes
    let result = input.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: room) { output, count in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(room)
        code = CLibgit2.deflate(stream, Z_FINISH)
        count = room - Int(stream.pointee.avail_out)
      }
    }
    guard code == Z_STREAM_END else {
      throw GitError(.other, "zlib gave up", function: "deflate", code: code)
    }
    return result
  }

  /// The CRC-32 of the bytes.
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }
}
