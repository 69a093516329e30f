import ForkedJSON
import ForkedMerge
import Testing

@testable import ForkedSchema

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

  @Test func packageManifests() {
    let plan = SchemaSet().plan(forDocument: "packages/a/package.json")
    #expect(plan["dependencies"].strategy == .dictionaryMerge)
    #expect(plan["keywords"].strategy == .setMerge)
    #expect(plan["version"].strategy == .versionMerge)
    #expect(plan["dependencies", "left-pad"].strategy == .versionMerge)
    #expect(
      plan["files"].origin
        == .declared(
          file: "fork:package.json", pointer: JSONPointer(["$defs", "names", "x-merge"])))
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

  @Test func notebooks() {
    let plan = SchemaSet().plan(forDocument: "a/b.ipynb")
    #expect(plan["cells"].strategy == .arrayOfIdentifiableMerge)
    #expect(plan["cells"].identity == [JSONPointer(["id"])])
    #expect(plan["cells", "*", "execution_count"].strategy == .mostRecent)
    #expect(plan["cells", "*", "outputs"].strategy == .mostRecent)
    #expect(plan["cells", "*", "metadata", "tags"].strategy == .setMerge)
    #expect(plan["cells", "*", "source"].strategy == nil)
    #expect(plan["metadata", "kernelspec"].strategy == .mostRecent)
  }

  @Test func stringCatalogues() {
    let plan = SchemaSet().plan(forDocument: "Localizable.xcstrings")
    let entry = plan["strings", "Hello"]
    #expect(plan["strings"].strategy == .dictionaryMerge)
    #expect(entry["localizations"].strategy == .dictionaryMerge)
    #expect(entry["localizations", "de", "stringUnit", "value"].strategy == nil)
    let plural = entry[
      "localizations", "de", "variations", "device", "mac", "variations", "plural", "one"]
    #expect(plural["stringUnit", "state"].strategy == .mostRecent)
  }

  @Test func schemasThemselves() throws {
    let set = try schemas(#"{"x-documents": {"**": {"x-merge": "manual"}}}"#)
    let plan = set.plan(forDocument: ".fork/schema.json")
    #expect(plan["$defs"].strategy == .dictionaryMerge)
    let property = plan["$defs", "Note", "properties", "x"]
    #expect(property["required"].strategy == .setMerge)
    #expect(property["allOf"].strategy == .arrayMerge)
    #expect(property["allOf", "*", "items", "enum"].strategy == .setMerge)
    #expect(property["x-merge"].strategy == .object)
    #expect(
      SchemaSet().plan(forDocument: ".fork/parts/a.json")["$defs"].strategy == .dictionaryMerge)
  }

  @Test func aGlobGoesBeforeAFileName() throws {
    let set = try schemas(#"{"x-documents": {"a/*.json": {"x-merge": "manual"}}}"#)
    #expect(set.plan(forDocument: "a/package.json").strategy == .manual)
    #expect(set.plan(forDocument: "b/package.json")["files"].strategy == .setMerge)
  }
}
