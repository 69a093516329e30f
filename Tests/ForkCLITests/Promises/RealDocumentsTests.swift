import Testing

/// Documents in the shapes that people have: what comes out is what went in, and a merge changes what was changed
/// and nothing else.
@Suite("documents in their real shapes")
struct RealDocumentsTests {
  struct Shape: CustomTestStringConvertible {
    var path: String
    var text: String
    /// One property for each side to set.
    var ours: String
    var theirs: String
    var testDescription: String { path }
  }

  static let shapes = [
    Shape(
      path: "package.json", text: packageJSON, ours: #"/version="1.4.0""#,
      theirs: #"/dependencies/lodash="^4.17.21""#),
    Shape(
      path: "locales/de.json", text: translation, ours: #"/buttons/save="Sichern""#,
      theirs: #"/buttons/cancel="Verwerfen …""#),
    Shape(
      path: "analysis.ipynb", text: notebook, ours: "/cells/1/execution_count=8",
      theirs: ##"/cells/0/source/0="# A better title\n""##),
    Shape(
      path: "cities.geo.json", text: geoJSON, ours: #"/features/0/properties/name="Cologne""#,
      theirs: "/features/1/geometry/coordinates/0=4.9"),
    Shape(
      path: "records.json", text: records(30_000), ours: "/12345/balance=1.50",
      theirs: #"/12346/city="Mainz""#),
  ]

  @Test(arguments: shapes)
  func mergesQuietly(_ shape: Shape) async throws {
    let world = try await World.withRepository()
    try await world.put(shape.text, at: shape.path)
    #expect(try await world.document(shape.path) == shape.text)
    #expect(try world.read("data/" + shape.path) == shape.text)
    try await world.fork("create", "ui").succeed()
    try await world.set(shape.ours, in: shape.path, on: "main")
    try await world.set(shape.theirs, in: shape.path, on: "ui")
    try await world.fork("merge", "ui").succeed()
    for side in ["main^1", "main^2"] {
      let changed = try await world.git("diff", "--numstat", side, "main").line
      #expect(changed == "1\t1\t\(shape.path)", "against \(side)")
      let properties = try await world.fork("diff", "--json", side, "main").succeed().lines
      #expect(properties.count == 1)
    }
    #expect(try await world.isSound())
  }

  private static let packageJSON = """
    {
      "name": "@example/widget",
      "version": "1.3.9",
      "private": true,
      "files": ["dist", "README.md"],
      "scripts": {
        "build": "tsc -p . && node scripts/bundle.mjs",
        "test": "node --test"
      },
      "dependencies": {
        "express": "^4.18.2",
        "lodash": "^4.17.20",
        "zod": "3.22.4"
      },
      "engines": { "node": ">=18" }
    }

    """

  private static let translation = """
    {
    \t"title": "Einstellungen",
    \t"buttons": {
    \t\t"save": "Speichern",
    \t\t"cancel": "Abbrechen \\u2026",
    \t\t"delete": "L\u{F6}schen"
    \t},
    \t"items": "{count, plural, one {# Eintrag} other {# Einträge}}"
    }
    """

  private static let notebook = """
    {
     "cells": [
      {
       "cell_type": "markdown",
       "id": "8f1c",
       "metadata": {},
       "source": [
        "# A title\\n",
        "and a line"
       ]
      },
      {
       "cell_type": "code",
       "execution_count": 7,
       "id": "a91e",
       "metadata": {},
       "outputs": [
        {
         "data": {
          "text/plain": [
           "0.30000000000000004"
          ]
         },
         "execution_count": 7,
         "metadata": {},
         "output_type": "execute_result"
        }
       ],
       "source": [
        "0.1 + 0.2"
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

    """

  private static let geoJSON = """
    {
      "type": "FeatureCollection",
      "features": [
        {
          "type": "Feature",
          "geometry": { "type": "Point", "coordinates": [6.9500, 50.9333] },
          "properties": { "population": 1084831,
                          "name": "Köln" }
        },
        {
          "type": "Feature",
          "geometry": { "type": "Point", "coordinates": [4.8936, 52.3728] },
          "properties": { "population": 1.0e6, "name": "Amsterdam" }
        }
      ]
    }

    """

  /// Objects of seven lines each, some 5 MB for 30,000.
  private static func records(_ count: Int) -> String {
    let rows = (0..<count).map { number in
      """
        {
          "id": \(number),
          "name": "Person number \(number) of a long list",
          "balance": \(number * 7 % 1000).\(number % 10)0,
          "city": "Frankfurt am Main, an der Nidda",
          "active": \(number % 3 == 0)
        }
      """
    }
    return "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }
}
