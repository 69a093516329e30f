/// A way in which a server does not do what git's protocol says.
enum Lie: String, CaseIterable, Sendable {
  // The advertisement of references.
  case noise, cutAdvertisement, badLength, shortLine, noFlush, badID, hostileName, longName, twice
  case colliding, missingObject, wrongKind, emptied, refused, badSymref, manyReferences,
    strangeCapabilities
  // The pack.
  case noAnswer, cutPack, flippedPack, wrongChecksum, tooManyObjects, tooFewObjects, kindZero,
    kindFive, hugeSize
  case tooShort, tooLong, otherPack, emptyPack, missingBase, trailingBytes, bandError, unknownBand,
    noBands
  case hugeLength, progress, silence, noAcknowledgement
  // The answer to a push.
  case badReport, cutReport, refusedUnpack, refusedUpdate, reportOfOthers, silentReport

  /// True of those that answer a push.
  var isOfPush: Bool {
    switch self {
    case .badReport, .cutReport, .refusedUnpack, .refusedUpdate, .reportOfOthers, .silentReport:
      true
    default: false
    }
  }

  /// True of those after which a client may rightly have done all that it should.
  var mayBeTrue: Bool {
    switch self {
    case .noise, .hostileName, .longName, .twice, .colliding, .badSymref, .manyReferences, .emptied,
      .strangeCapabilities, .trailingBytes, .progress, .flippedPack, .noBands, .noAcknowledgement,
      .missingObject, .wrongKind, .cutPack, .badReport, .reportOfOthers:
      true
    default: false
    }
  }
}
