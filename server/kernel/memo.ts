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

/**
 * The same, of no more than so much together: what was made first is given up first, and made anew when somebody asks for it.
 *
 * @param most in the unit of `weigh`
 */
export function memoWithin<A extends object, V>(most: number, weigh: (made: V) => number, make: (a: A) => V) {
  const kept = new WeakMap<A, { made: V }>();
  // What nobody else holds any more is not held for its place in the line.
  const line: { of: WeakRef<A>; weight: number }[] = [];
  let weight = 0;
  return (a: A): V => {
    const known = kept.get(a);
    if (known) return known.made;
    const made = make(a);
    kept.set(a, { made });
    line.push({ of: new WeakRef(a), weight: weigh(made) });
    weight += line.at(-1)!.weight;
    while (weight > most) {
      const first = line.shift()!;
      weight -= first.weight;
      const given = first.of.deref();
      if (given) kept.delete(given);
    }
    return made;
  };
}
