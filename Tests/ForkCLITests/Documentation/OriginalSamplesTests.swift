import Testing

/// The program of all samples of the documents that the original packages published.
@Suite("the samples of the original's documents")
struct OriginalSamplesTests {
  @Test("the program prints what the documents promise")
  func output() async throws {
    let sandbox = try Sandbox()
    let output = try await sandbox.run("sample-programs", ["original"], in: ".").succeed()
    #expect(
      output.text == """
        Int: 2
        AccumulatingInt: 3
        TextDocument: Fork yeah!!! by hand, Fork yeah!!! by the macro
        TextDocument: Fork yeah!!! ["a", "b"] mine 3 9
        User: Ann 7
        Note: Fork yeah!!! ["a", "b"] ["0", "1", "3"] ["x=2", "y=3"]
        Document: text ["s"] ["One two three", "new"] ["a", "b"] ["k": "v"]
        NoteWithOptionals: text [1, 2]
        Counter: 5
        BlogPost: ["new", "One two three"] 2
        Recursive: One two three
        Item: 3 items, 1 changed, with inverse
        Message: online
        Contacts: ["online", "online"]
        Without image: a message
        Without author: no message, 1 contact

        """)
  }
}
