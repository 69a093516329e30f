// The room of `@ForkedModel`, `@Merged`, `@Backed` and `@OrderedRelationship`: value types that merge property by
// property. Nothing that the command line imports may come in here, since the macros build swift-syntax.
