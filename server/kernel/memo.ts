/** Makes something of two objects once, and keeps it for as long as both of them are held. */
export function memoOfTwo<A extends object, B extends object, V>(make: (a: A, b: B) => V): (a: A, b: B) => V {
  const kept = new WeakMap<A, WeakMap<B, { made: V }>>();
  return (a, b) => {
    const ofA = kept.get(a) ?? new WeakMap<B, { made: V }>();
    kept.set(a, ofA);
    const known = ofA.get(b) ?? { made: make(a, b) };
    ofA.set(b, known);
    return known.made;
  };
}
