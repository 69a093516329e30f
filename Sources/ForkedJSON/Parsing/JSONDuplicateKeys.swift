/// The treatment of a key that stands more than once in an object.
public enum JSONDuplicateKeys: Sendable {
  /// It is an error.
  case refused
  /// Every member stays. The second one of a key and each one after it has a key of its own, ``JSONNode/string`` of
  /// which is no string that a JSON text can spell: two objects are equal only where they hold equal values under each
  /// key in the same order, and a look-up by the key finds the first of them.
  case kept
}
