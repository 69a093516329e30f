import ForkedGitTestSupport
import Testing

extension GitSandbox {
  func expectClean() throws {
    #expect(try git("fsck", "--strict", "--no-dangling") == "")
    if try git("rev-parse", "--is-bare-repository") == "false" {
      #expect(try git("status", "--porcelain") == "")
    }
  }
}
