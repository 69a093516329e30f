import ForkedGit
import ForkedStore
import Testing

@Suite("errors of all modules")
struct ErrorTests {
  private struct Unknown: Error {}

  @Test(
    "each kind of git's errors has its own",
    arguments: [
      (GitError.Kind.notFound, StoreError.Kind.notFound), (.notARepository, .notFound),
      (.exists, .cannotCreate), (.editedDocuments(["a.json"]), .cannotCreate),
      (.ambiguous, .usage), (.bare, .usage), (.invalidPath(.dots), .usage),
      (.invalid, .invalidData), (.unsupported, .invalidData), (.raceLost, .tryAgain),
      (.locked, .tryAgain), (.operationInProgress(.rebase), .tryAgain),
      (.ownership, .notPermitted), (.permission, .notPermitted), (.io, .inputOutput),
      (.other, .inputOutput),
    ])
  func git(kind: GitError.Kind, expected: StoreError.Kind) {
    let failure = StoreError(translating: GitError(kind, "message"))
    #expect(failure.kind == expected)
    #expect(!failure.message.isEmpty)
  }

  @Test("edited documents are named")
  func editedDocuments() {
    let failure = StoreError(
      translating: GitError(.editedDocuments(["a.json", "b/c.json"]), "edited"))
    #expect(failure.message.contains("'a.json', 'b/c.json'"))
  }

  @Test("an error that no module declares is a defect")
  func unknown() {
    #expect(StoreError(translating: Unknown()).kind == .defect)
  }
}
