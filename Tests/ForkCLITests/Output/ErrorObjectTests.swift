import Foundation
import Testing

@Suite("errors as JSON")
struct ErrorObjectTests {
  private struct Failure: Decodable {
    var status: Int32
    var kind, message: String
    var document, pointer, hint: String?
    var line, column: Int?
  }

  private func failure(of outcome: Outcome) throws -> Failure {
    let failure = try JSONDecoder().decode(Failure.self, from: Data(outcome.errorText.utf8))
    #expect(failure.status == outcome.status, "\(outcome)")
    #expect(outcome.bytes.isEmpty, "\(outcome)")
    return failure
  }

  @Test("with --json an error is one object on standard error")
  func object() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"title": 1}"#)
    let missing = try failure(of: await sandbox.fork("get", "a.json", "/titel", "--json"))
    #expect(missing.kind == "notFound" && missing.document == "a.json")
    #expect(missing.pointer == "/titel" && missing.hint == "did you mean /title?")
    let text = try failure(of: await sandbox.fork("update", "a.json", "--json", input: "{\n x}"))
    #expect(text.kind == "invalidData" && text.line == 2 && text.column == 2)
  }

  @Test("so is an error before the command begins")
  func arguments() async throws {
    let sandbox = try await Sandbox.withRepository()
    for command in [
      ["status", "--json", "--nonsense"], ["stauts", "--json"], ["merge", "--json"],
    ] {
      let failure = try failure(of: await sandbox.run("fork", command, in: "data"))
      #expect(failure.kind == "usage" && failure.status == 64)
    }
    #expect(try failure(of: await sandbox.fork("log", "--json", in: ".")).kind == "notFound")
  }
}
