import ForkedJSON
import ForkedMerge
import Testing

@testable import ForkedSchema

/// What the plans of the built-in schemas say otherwise is in the table of ``StrategyTests``.
@Suite struct BuiltInSchemaTests {
  @Test(arguments: BuiltInSchema.all)
  func itHasNoMistake(schema: BuiltInSchema) throws {
    #expect(try !schema.compile().isSilent)
  }

  @Test(arguments: BuiltInSchema.all)
  func itIsFoundByItsName(schema: BuiltInSchema) throws {
    #expect(try plan(#"{"$ref": "\#(schema.name)"}"#).strategy == schema.plan.strategy)
  }

  @Test(arguments: [
    ("a/package-lock.json", "package-lock.json"), ("npm-shrinkwrap.json", "npm-shrinkwrap.json"),
    ("x.ipynb", "*.ipynb"), ("a.xcassets/Contents.json", "**/*.xcassets/**/Contents.json"),
  ])
  func aDraftNamesTheDocumentsThatItWasMadeFrom(path: String, pattern: String) throws {
    var inference = SchemaInference(documents: [path], leavingConflicts: false)
    inference.add(version: try JSONDocument(parsing: Array("{}".utf8)).root, of: path)
    let draft = try JSONDocument(parsing: inference.draft().bytes).root
    #expect(draft["x-documents"]?.members.map { $0.key.string?.description } == [pattern])
  }

  @Test(arguments: ["package-lock.json", "a/npm-shrinkwrap.json"])
  func lockFilesOfNpm(name: String) {
    let plan = SchemaSet().plan(forDocument: name)
    let package = plan["packages", "node_modules/a/node_modules/b"]
    #expect(package["version"].strategy == .versionMerge)
    #expect(package.together?.takesWhole("integrity") == true)
    #expect(package.together?.takesWhole("dev") == false)
    #expect(plan["packages", ""].together == nil)
    #expect(plan["dependencies", "a", "dependencies", "b"].together?.by == JSONPointer(["version"]))
  }

  @Test func lockFilesOfComposer() {
    let plan = SchemaSet().plan(forDocument: "composer.lock")
    #expect(plan["content-hash"].strategy == .generated)
    #expect(plan["content-hash"].command == "composer update --lock")
    #expect(plan["packages", "*"].together?.takesWhole("dist") == true)
  }
}
