import Testing

/// A real kind of file, and what two people change in it.
struct RealDocument: Sendable, CustomTestStringConvertible {
  let path: String
  let text: String
  let ours: String
  let theirs: String

  var testDescription: String { path }

  static let all = [bigArray, packageJSON, translation, notebook, geography]

  /// 5 MB of objects with ids.
  private static let bigArray = RealDocument(
    path: "big.json",
    text: "[\n"
      + (0..<25_000).map { index in
        """
          {
            "id": \(index),
            "name": "Item number \(index)",
            "price": \(index).50,
            "tags": ["a", "b", "c"],
            "address": { "street": "Main Street \(index)", "city": "Springfield" }
          }
        """
      }.joined(separator: ",\n") + "\n]\n",
    ours: #"/12000/name="ours""#, theirs: #"/12001/address/city="Shelbyville""#)

  private static let packageJSON = RealDocument(
    path: "package.json",
    text: """
      {
        "name": "left-pad",
        "version": "1.3.0",
        "scripts": {
          "test": "node test",
          "bench": "node perf/perf.js"
        },
        "dependencies": {
          "benchmark": "^2.1.0",
          "tape": "*"
        },
        "license": "WTFPL"
      }

      """, ours: #"/dependencies/tape="^5.0.0""#, theirs: #"/version="1.4.0""#)

  private static let translation = RealDocument(
    path: "locales/de.json",
    text:
      "{\r\n\t\"greeting\": \"Gr\\u00fc\\u00dfe\",\r\n\t\"cart/empty\": \"Der Korb ist leer\",\r\n"
      + "\t\"plural\": { \"one\": \"{n} Ding\", \"other\": \"{n} Dinge\" }\r\n}",
    ours: #"/greeting="Hallo""#, theirs: #"/plural/one="ein Ding""#)

  private static let notebook = RealDocument(
    path: "analysis.ipynb",
    text: """
      {
       "cells": [
        {
         "cell_type": "markdown",
         "id": "8a1b",
         "metadata": {},
         "source": [
          "# Title\\n",
          "Some text"
         ]
        },
        {
         "cell_type": "code",
         "execution_count": 3,
         "id": "c2d4",
         "metadata": {},
         "outputs": [],
         "source": [
          "1 + 1"
         ]
        }
       ],
       "metadata": {
        "language_info": {
         "name": "python"
        }
       },
       "nbformat": 4,
       "nbformat_minor": 5
      }

      """, ours: ##"/cells/0/source/0="# Another\n""##, theirs: #"/cells/1/source/0="1 + 2""#)

  private static let geography = RealDocument(
    path: "map.geojson",
    text: """
      {
        "type": "FeatureCollection",
        "features": [
          {"type": "Feature", "id": "a", "properties": {"name": "A"}, "geometry": null},
          {
            "type": "Feature",
            "id": "b",
            "properties": {"name": "B"},
            "geometry": {"type": "Point", "coordinates": [102.0, 0.50]}
          }
        ]
      }

      """, ours: #"/features/0/properties/name="AA""#,
    theirs: "/features/1/geometry/coordinates/0=103.25")
}

@Suite("documents of real programs")
struct RealDocumentsTests {
  @Test(
    "documents are stored byte for byte; a merge changes one property", arguments: RealDocument.all)
  func roundTripAndMerge(document: RealDocument) async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put(#"{"x-documents":{"*.geojson":{}}}"#, at: ".fork/schema.json")
    try await sandbox.put(document.text, at: document.path)
    #expect(try await sandbox.document(document.path) == document.text)
    try await sandbox.fork("create", "ui").succeed()
    try await sandbox.set(document.ours, in: document.path, on: "main")
    try await sandbox.set(document.theirs, in: document.path, on: "ui")
    try await sandbox.fork("merge", "ui").succeed()
    for parent in ["main^1", "main^2"] {
      let changed = try await sandbox.git("diff", "--numstat", parent, "main").succeed().line
      #expect(changed == "1\t1\t\(document.path)")
    }
    #expect(try await sandbox.isSound())
  }
}
