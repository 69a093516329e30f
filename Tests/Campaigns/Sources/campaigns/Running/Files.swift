import Glibc

/// Files, read and written whole. What cannot be read is empty: the campaigns judge what is there.
enum Files {
  static func bytes(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(count, 0)))
  }

  static func text(_ path: String) -> String {
    String(decoding: bytes(path) ?? [], as: UTF8.self)
  }

  static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func make(_ directory: String) { mkdir(directory, 0o755) }

  /// The paths of all files and symbolic links below a directory, without it.
  static func all(below directory: String) -> [String] {
    var paths: [String] = []
    var open = [""]
    while let prefix = open.popLast() {
      for (name, isDirectory) in entries(of: directory + "/" + prefix) {
        if isDirectory { open.append(prefix + name + "/") } else { paths.append(prefix + name) }
      }
    }
    return paths.sorted()
  }

  private static func entries(of directory: String) -> [(name: String, isDirectory: Bool)] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var entries: [(String, Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries.append((name, entry.pointee.d_type == UInt8(DT_DIR)))
    }
    return entries
  }

  static func inode(_ path: String) -> UInt? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt(status.st_ino) : nil
  }
}
