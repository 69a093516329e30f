import ForkedJSON
import Glibc

extension Row {
  /// Bytes to index, beside simdjson's DOM where a C++ compiler and the library are there.
  func runParse() throws {
    let workshop = try Workshop()
    let peer = try SimdjsonPeer(in: workshop)
    for (name, text) in [
      ("pretty-printed", Documents.large().base), ("minified", Documents.minified()),
      ("escapes and other scripts", Documents.foreign()),
    ] {
      let bytes = Array(text.utf8)
      let file = try workshop.write(text, to: "document.json")
      let seconds = try median(of: 15) { keep(try JSONDocument(parsing: bytes)) }
      let rate = Double(bytes.count) / seconds / 1e9
      let peerRate = try peer?.rate(file) ?? SimdjsonPeer.knownRate
      show(
        "parse and validate, \(name)",
        "\(rounded(rate)) GB/s, simdjson\(peer == nil ? " elsewhere" : "") \(rounded(peerRate)) GB/s, "
          + "ratio \(rounded(rate / peerRate))", goal: "at least 0.5")
    }
  }
}

/// A C++ program that parses with simdjson, built on the spot.
private struct SimdjsonPeer {
  /// GB/s of version 3.0.1 on such a machine, for where it cannot be built.
  static let knownRate = 2.65
  private let program: String
  private let workshop: Workshop

  init?(in workshop: Workshop) throws {
    self.workshop = workshop
    program = workshop.path + "/simdjson"
    let source = "Peers/simdjson.cpp"
    let built = try Child.run(["c++", "-O3", source, "-o", program, "-lsimdjson"])
    if built.status != 0 { return nil }
  }

  /// GB/s of the median run on that file.
  func rate(_ file: String) throws -> Double {
    guard let stream = popen("'\(program)' '\(file)'", "r") else {
      throw Failure("cannot run \(program)")
    }
    defer { pclose(stream) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), stream) != nil else {
      throw Failure("simdjson gave no figure")
    }
    return atof(line)
  }
}
