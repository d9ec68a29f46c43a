/** Makes something of an object once, and keeps it for as long as that is held. */
export function memo<A extends object, V>(make: (a: A) => V): (a: A) => V {
  const kept = new WeakMap<A, { made: V }>();
  return (a) => {
    const known = kept.get(a) ?? { made: make(a) };
    kept.set(a, known);
    return known.made;
  };
}

/** The same of two objects, for as long as both of them are held. */
export function memoOfTwo<A extends object, B extends object, V>(make: (a: A, b: B) => V): (a: A, b: B) => V {
  const ofFirst = memo((_a: A) => new WeakMap<B, { made: V }>());
  return (a, b) => {
    const ofA = ofFirst(a);
    const known = ofA.get(b) ?? { made: make(a, b) };
    ofA.set(b, known);
    return known.made;
  };
}
