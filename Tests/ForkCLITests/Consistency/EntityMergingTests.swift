import Testing

@Suite("entities in merges")
struct EntityMergingTests {
  @Test("the later change of one field is kept in all documents, and is reported once")
  func conflict() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.set(#"/text="Hi""#, in: "messages/12.json", on: "main")
    try await sandbox.set(#"/author/username="ours""#, in: "messages/12.json", on: "main")
    try await sandbox.set(#"/contacts/0/username="theirs""#, in: "contacts/44.json", on: "ui")
    let report = try await sandbox.fork("merge", "ui", "--json").succeed()
    #expect(report.text.matches(of: /"dropped"/).count == 1)
    #expect(try await sandbox.value("/author/username", in: "messages/12.json") == #""theirs""#)
    #expect(try await sandbox.value("/contacts/0/username", in: "contacts/44.json") == #""theirs""#)
    for place in ["messages/12.json#/author/username", "contacts/44.json#/contacts/0/username"] {
      try await sandbox.fork("explain", "main", place).prints(
        #"ours    "ours""#, "result  theirs: the later change stands")
    }
    let other = try await sandbox.fork("explain", "main", "contacts/44.json#/contacts/1").succeed()
    #expect(!other.text.contains("result"), "\(other)")
  }

  @Test(
    "counters of both forks are added once; a field with manual is one conflict, resolved once"
  )
  func strategies() async throws {
    let sandbox = try await Sandbox.withEntities()
    for (fork, state) in [("main", "a"), ("ui", "b")] {
      try await sandbox.set("/author/visits=2", in: "messages/12.json", on: fork)
      try await sandbox.set("/contacts/1/visits=5", in: "contacts/44.json", on: fork)
      try await sandbox.set(#"/author/state="\#(state)""#, in: "messages/12.json", on: fork)
    }
    let failed = try await sandbox.fork("merge", "ui", "--json").expect(status: 1)
    #expect(failed.text.matches(of: /"reason":"manual"/).count == 1)
    let place = try #require(
      failed.text.firstMatch(of: /"document":"([^"]*)","pointer":"([^"]*)","reason"/))
    try await sandbox.fork("merge", "ui", "--resolve", "\(place.1)#\(place.2)=\"c\"").succeed()
    for pointer in ["/author", "/author"] {
      #expect(try await sandbox.value("\(pointer)/state", in: "messages/12.json") == #""c""#)
    }
    #expect(try await sandbox.value("/contacts/0/state", in: "contacts/44.json") == #""c""#)
    #expect(
      try await sandbox.value("/contacts/0/visits", in: "contacts/44.json")
        == sandbox.value("/author/visits", in: "messages/12.json"))
  }

  @Test(
    "a document that is another entity on each fork is one of them, whole, and the report holds the other"
  )
  func documentsThatBothAdded() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.put(
      #"{"id":"60","username":"one","online":true}"#, at: "people/1.json", on: "main")
    try await sandbox.put(
      #"{"id":"61","username":"two","visits":3}"#, at: "people/1.json", on: "ui")
    try await sandbox.fork("merge", "ui", "--on-conflict", "fail").expect(status: 1)
    let merged = try await sandbox.fork("merge", "ui", "--json").succeed()
    #expect(
      try await sandbox.document("people/1.json") == #"{"id":"61","username":"two","visits":3}"#)
    #expect(
      merged.text.contains(
        #""dropped":{"side":"ours","value":{"id":"60","username":"one","online":true}"#))
    #expect(
      merged.text.contains("ours is Person-60, theirs is Person-61: one of them is kept whole"))
    #expect(try await sandbox.isSound())
  }

  @Test("a document that one fork alone made another entity is that one")
  func replacedDocument() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.put(#"{"id":"60","username":"one"}"#, at: "people/1.json", on: "main")
    try await sandbox.fork("merge", "main", "--into", "ui").succeed()
    try await sandbox.put(#"{"id":"61","username":"new"}"#, at: "people/1.json", on: "main")
    try await sandbox.set(#"/username="later""#, in: "people/1.json", on: "ui")
    let merged = try await sandbox.fork("merge", "ui", "--json").succeed()
    #expect(try await sandbox.document("people/1.json") == #"{"id":"61","username":"new"}"#)
    #expect(
      merged.text.contains(#""dropped":{"side":"theirs","value":{"id":"60","username":"later"}"#))
    #expect(try await sandbox.isSound())
  }

  @Test(
    "an entity that replaced another on both forks has its own counts, not those of the former")
  func countsOfAReplacedEntity() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.set("/contacts/0/visits=1", in: "contacts/44.json", on: "main")
    try await sandbox.set("/contacts/1/visits=2", in: "contacts/44.json", on: "main")
    try await sandbox.fork("merge", "main", "--into", "ui").succeed()
    let other = #"{"id":"53","username":"ndonti","online":true,"visits":5}"#
    for fork in ["main", "ui"] {
      try await sandbox.set("/author=\(other)", in: "messages/12.json", on: fork)
    }
    try await sandbox.set(#"/text="Hi""#, in: "messages/12.json", on: "ui")
    try await sandbox.fork("merge", "ui").succeed()
    #expect(try await sandbox.value("/author/visits", in: "messages/12.json") == "8")
    #expect(try await sandbox.value("/contacts/1/visits", in: "contacts/44.json") == "8")
    #expect(try await sandbox.isSound())
  }

  @Test(
    "an entity removed from a document on one fork and changed elsewhere on the other stays, reported"
  )
  func takenOutAndChangedElsewhere() async throws {
    let schema = Sandbox.entitySchema.replacing(#""x-identity": "Contacts-{id}", "#, with: "")
    let sandbox = try await Sandbox.withEntities(schema: schema)
    try await sandbox.fork("update", "contacts/44.json", "--unset", "/contacts/0").succeed()
    try await sandbox.set(#"/author/username="peter""#, in: "messages/12.json", on: "ui")
    try await sandbox.fork("merge", "ui", "--json").prints(
      "one side changed what the other deleted")
    #expect(try await sandbox.value("/contacts/0/username", in: "contacts/44.json") == #""peter""#)
    #expect(try await sandbox.isSound())
  }

  @Test("a member that holds another entity on one fork holds that one, not a mixture")
  func references() async throws {
    let sandbox = try await Sandbox.withEntities()
    let other = #"{"id":"53","username":"ndonti","online":true}"#
    try await sandbox.set("/author=\(other)", in: "messages/12.json", on: "main")
    try await sandbox.set(#"/contacts/0/username="later""#, in: "contacts/44.json", on: "ui")
    try await sandbox.fork("merge", "ui").succeed()
    #expect(try await sandbox.value("/author/id", in: "messages/12.json") == #""53""#)
    #expect(try await sandbox.value("/author/username", in: "messages/12.json") == #""ndonti""#)
    #expect(try await sandbox.value("/contacts/0/username", in: "contacts/44.json") == #""later""#)
  }

  @Test("an entity removed from one document and changed in another by one fork: both are kept")
  func removedHereChangedThere() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.play(
      #"fork update messages/12.json --fork ui --set '/author/username="peter"'"#,
      "fork update contacts/44.json --unset /contacts/0 --fork ui",
      #"fork update contacts/44.json --set '/contacts/1/username="nd"'"#, "fork merge ui")
    #expect(try await sandbox.value("/author/username", in: "messages/12.json") == #""peter""#)
    #expect(try await sandbox.value("/contacts/0/id", in: "contacts/44.json") == #""53""#)
    #expect(try await sandbox.isSound())
  }

  @Test("an entity of both forks is one in a document that one fork renamed, too")
  func renamedDocument() async throws {
    let schema = Sandbox.entitySchema.replacing(#""x-identity": "Contacts-{id}", "#, with: "")
    let sandbox = try await Sandbox.withEntities(schema: schema)
    try await sandbox.play(
      #"fork update contacts/44.json --fork ui --set '/contacts/-={"id":"77","username":"one"}'"#,
      "fork rename-document contacts/44.json contacts/45.json --fork main")
    try await sandbox.put(
      #"{"id":"14","author":{"id":"77","username":"two"}}"#, at: "messages/14.json", on: "main")
    try await sandbox.fork("merge", "ui").succeed()
    for (pointer, document) in [
      ("/contacts/2", "contacts/45.json"), ("/author", "messages/14.json"),
    ] {
      #expect(try await sandbox.value("\(pointer)/username", in: document) == #""two""#)
    }
    #expect(try await sandbox.isSound())
  }

  @Test("documents that were renamed do not make what they hold younger")
  func recencyOfRenamed() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.set(#"/author/username="old""#, in: "messages/12.json", on: "main")
    try await sandbox.set(#"/author/username="new""#, in: "messages/12.json", on: "ui")
    for path in ["messages/1", "contacts/4"] {
      let old = path == "messages/1" ? "messages/12.json" : "contacts/44.json"
      try await sandbox.fork("rename-document", old, "\(path).json", "--fork", "main").succeed()
    }
    try await sandbox.fork("merge", "ui").succeed()
    #expect(try await sandbox.value("/author/username", in: "messages/1.json") == #""new""#)
    #expect(try await sandbox.isSound())
  }

  /// Each fork repairs what plain git left: one names the person as in one document, the other as in the other; both
  /// count as in the first one.
  @Test("a merge base with two values of an entity changes nothing and counts nothing twice")
  func disagreeingAncestor() async throws {
    let sandbox = try await Sandbox.withEntities()
    try sandbox.write(
      Sandbox.contacts.replacing(#""42","#, with: #""42", "visits": 1,"#),
      to: "data/contacts/44.json"
    )
    try sandbox.write(
      Sandbox.message.replacing(
        #""username": "plivesey""#, with: #""username": "peter", "visits": 3"#),
      to: "data/messages/12.json")
    try await sandbox.git("commit", "-qam", "by hand").succeed()
    try await sandbox.git("branch", "-f", "ui", "main").succeed()
    try await sandbox.set(#"/contacts/0/username="peter""#, in: "contacts/44.json", on: "ui")
    for (fork, name, field) in [
      ("main", "plivesey", "online=false"), ("ui", "peter", #"state="a""#),
    ] {
      try await sandbox.set("/contacts/1/\(field)", in: "contacts/44.json", on: fork)
      try await sandbox.fork(
        "update", "messages/12.json", "--fork", fork, "--set", "/author/username=\"\(name)\"",
        "--set", "/author/visits=1"
      ).succeed()
    }
    try await sandbox.fork("merge", "ui").succeed()
    for (pointer, document) in [
      ("/contacts/0", "contacts/44.json"), ("/author", "messages/12.json"),
    ] {
      #expect(try await sandbox.value("\(pointer)/username", in: document) == #""peter""#)
      #expect(try await sandbox.value("\(pointer)/visits", in: document) == "1")
    }
    #expect(try await sandbox.isSound())
  }
}
