import Testing

@Suite("reports about merged ordered lists")
struct OrderedMergeTests {
  @Test("elements without an id of their own merge as values, and the report names them")
  func elementsWithoutID() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      OrderedDocuments.list(["a", "b"]), schema: OrderedDocuments.schema)
    try await sandbox.fork("update", "a.json", "--fork", "ui", "--insert", #"/steps/2={"t":7}"#)
      .succeed()
    try await sandbox.set(#"/steps/0/text="edited""#, on: "main")
    let merge = try await sandbox.fork("merge", "ui", "--dry-run").succeed()
    #expect(
      merge.text.contains(#"1 element without an id of its own, merged as values: {"t":7,"#),
      "\(merge)")
    try await sandbox.fork("merge", "ui", "--json").prints(
      #""strategy":"orderedMerge","elements":[{"t":7,"#)
  }

  @Test("an invalid position is replaced, and merge and explain report it")
  func noPosition() async throws {
    let list = OrderedDocuments.list(["a", "b"])
    let sandbox = try await Sandbox.withTwoForks(list, schema: OrderedDocuments.schema)
    try sandbox.write(list.replacing("2000", with: "1e300"), to: "data/a.json")
    try await sandbox.play(
      "git commit -qam 'by hand'", #"fork update a.json --fork ui --insert '/steps/1={"id":"x"}'"#)
    try await sandbox.fork("merge", "ui").prints(
      "a.json#/steps/2/position  orderedMerge  not ours 1e300")
    let text = try await sandbox.document()
    #expect(try OrderedDocuments.ids(text) == ["a", "x", "b"] && OrderedDocuments.isSorted(text))
    try await sandbox.fork("explain", "main", "a.json", "--json").prints(
      #""pointer":"/steps/2/position","strategy":"orderedMerge""#, #""base":2000"#,
      "not an integer within")
  }
}
