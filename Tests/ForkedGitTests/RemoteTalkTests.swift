import Synchronization
import Testing

@testable import ForkedGit

@Suite struct RemoteTalkTests {
  private final class Heard: Sendable {
    let words = Mutex<[String]>([])

    func add(_ word: String) { words.withLock { $0.append(word) } }
  }

  private static let said = """
    remote: Counting objects:  50% (1/2)        \r\
    remote: Counting objects: 100% (2/2), done.        \n\
    remote: welcome        \n\
    remote: fatal: unable to read 636c91        \n\
    Receiving objects:  45% (9/20)\r\
    Receiving objects: 100% (20/20), 524 bytes | 524.00 KiB/s, done.\n\
    Checking connectivity: 7, done.\n\
    fatal: early EOF
    """

  @Test(arguments: 1...40) func aLineMayComeInParts(length: Int) {
    let bytes = Array(Self.said.utf8)
    let (progress, messages) = (Heard(), Heard())
    let options = RemoteOptions(
      progress: { progress.add("\($0) \($1) \($2)") }, onMessage: { messages.add($0) })
    var talk = RemoteTalk()
    for start in stride(from: 0, to: bytes.count, by: length) {
      talk.add(bytes[start..<min(start + length, bytes.count)], options)
    }
    talk.finish(options)
    #expect(talk.complaint == "unable to read 636c91")
    #expect(talk.lines == ["fatal: early EOF"])
    #expect(
      progress.words.withLock { $0 } == ["receiving 9 20", "receiving 20 20", "checking 7 0"])
    #expect(
      messages.words.withLock { $0 } == [
        "Counting objects: 100% (2/2), done.", "welcome", "fatal: unable to read 636c91",
      ])
  }

  @Test func aLongLineIsCut() {
    var talk = RemoteTalk()
    for _ in 0..<100 { talk.add("fatal: too long ".utf8, RemoteOptions()) }
    talk.finish(RemoteOptions())
    #expect(talk.lines.count == 1)
    #expect(talk.lines[0].utf8.count <= 300)
  }

  @Test func whatTheServerSaysIsToldFromWhatGitSays() {
    var talk = RemoteTalk()
    for number in 0..<1000 { talk.add("remote: working \(number)\r".utf8, RemoteOptions()) }
    #expect(talk.ownLines == 0)
    talk.add("Receiving objects:  45% (9/20)\r".utf8, RemoteOptions())
    #expect(talk.ownLines == 1)
  }

  @Test func endlessTalkIsForgotten() {
    var talk = RemoteTalk()
    for number in 0..<1000 { talk.add("line \(number)\n".utf8, RemoteOptions()) }
    #expect(talk.lines.count < 100)
    #expect(talk.lines.last == "line 999")
  }
}
