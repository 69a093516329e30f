import Forked
import Testing

@Suite struct ForkNameTests {
  @Test(arguments: ["main", "a/b", "ünï", "feature.1", "a@b", "x-y", "a{b", "FETCH"])
  func acceptsTheNamesThatGitAccepts(name: String) throws {
    #expect(try Fork(validating: name).name == name)
  }

  @Test(arguments: [
    ("", InvalidForkName.Reason.empty), ("HEAD", .reserved), ("@", .reserved), ("-x", .leadingDash),
    ("/a", .emptyComponent), ("a//b", .emptyComponent), ("a/", .emptyComponent),
    ("a/.b", .leadingDot), ("a.", .trailingDot), ("a.lock/b", .lockSuffix),
    ("a..b", .sequence("..")),
    ("a@{b", .sequence("@{")), ("a b", .character(" ")), ("a\u{7F}", .character("\u{7F}")),
    ("a\nb", .character("\n")), ("a~1", .character("~")), ("a\\b", .character("\\")),
  ])
  func refusesTheNamesThatGitRefuses(name: String, reason: InvalidForkName.Reason) {
    let error = #expect(throws: InvalidForkName.self) { try Fork(validating: name) }
    #expect(error?.reason == reason)
  }

  @Test func namesAreEqualByBytes() {
    #expect(Fork(name: "\u{E9}") != Fork(name: "e\u{301}"))
  }
}
