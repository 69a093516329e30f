import CZlib

/// Decompresses the beginning of some bytes.
///
/// - Parameter limit: The largest number of bytes to return.
/// - Returns: The bytes, and true if the contents and the input end with them; nil if the compression is invalid.
func inflated(_ input: [UInt8], upTo limit: Int) -> (bytes: [UInt8], isWhole: Bool)? {
  withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { buffer in
    guard let stream = buffer.baseAddress, max(input.count, limit) < 1 << 32 else { return nil }
    stream.initialize(to: z_stream())
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(stream) }
    var code = Z_OK
    let bytes = input.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: limit) { output, count in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(limit)
        code = inflate(stream, Z_NO_FLUSH)
        count = limit - Int(stream.pointee.avail_out)
      }
    }
    guard [Z_OK, Z_BUF_ERROR, Z_STREAM_END].contains(code) else { return nil }
    return (bytes, code == Z_STREAM_END && stream.pointee.avail_in == 0)
  }
}

/// The owner of a zlib stream, used for many pieces one after another.
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // As git does for loose objects. It packs them anew some time.
    guard
      deflateInit2_(
        stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
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
