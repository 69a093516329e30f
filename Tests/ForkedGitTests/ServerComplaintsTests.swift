import Testing

@testable import ForkedGit

@Suite struct ServerComplaintsTests {
  @Test(arguments: 1...40) func aLineMayComeInParts(length: Int) {
    func lines(_ text: String) -> [String] {
      let bytes = Array(text.utf8)
      var complaints = ServerComplaints()
      for start in stride(from: 0, to: bytes.count, by: length) {
        complaints.add(bytes[start..<min(start + length, bytes.count)])
      }
      return complaints.lines
    }
    let text = "Counting: 1\rCounting: 2\nfatal: unable to read 636c91\nwarning: no\n"
    #expect(lines("Counting: 1\r") == [])
    #expect(lines(text) == ["unable to read 636c91"])
    #expect(lines(text + "error: é") == ["é"])
  }

  @Test func aLongLineIsCut() {
    var complaints = ServerComplaints()
    for _ in 0..<100 { complaints.add("fatal: too long ".utf8) }
    #expect(complaints.lines.count == 1)
    #expect(complaints.lines[0].utf8.count < 300)
  }
}
