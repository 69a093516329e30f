import Glibc

/// A temporary directory for the files of a row.
final class Workshop {
  let path: String

  init() throws {
    var template = Array("/tmp/fork-benchmark.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure("cannot make a directory in /tmp") }
    path = String(cString: made)
  }

  deinit { _ = try? Child.run(["rm", "-rf", path]) }

  /// Writes a file and gives its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    guard let stream = fopen(file, "w") else { throw Failure("cannot write \(file)") }
    defer { fclose(stream) }
    var text = text
    let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) }
    guard written == text.utf8.count else { throw Failure("cannot write \(file)") }
    return file
  }
}
