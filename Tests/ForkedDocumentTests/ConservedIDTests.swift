import Testing

@testable import ForkedDocument

/// The audit refuses results in which a record stands twice, whatever a merge takes for the ids of a list.
///
/// `refused.json` in a folder of `Merges/ids` is what the merge once gave, without a conflict.
@Suite struct ConservedIDTests {
  @Test(arguments: try FolderCase.all().filter { $0.bytes("refused.json") != nil })
  func isRefused(_ folder: FolderCase) throws {
    let doubled = try #require(try folder.document("refused.json"))
    let messages = try folder.merge()
      .audit(doubled, decisions: [], conflicts: []).map(\.message)
    let rules = [
      "no version has it twice", "two lists that both added", "with new ids stand twice",
    ]
    #expect(messages.contains { message in rules.contains { message.contains($0) } }, "\(messages)")
  }

  @Test func theFormerResultsAreThere() throws {
    #expect(try FolderCase.all().count { $0.bytes("refused.json") != nil } == 6)
  }
}
