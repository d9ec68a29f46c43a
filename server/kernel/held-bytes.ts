type Held<T> = { made: Promise<T>; until: number; bytes: number };
type Limits<T> = {
  /** All of it together. */
  mostBytes: number;
  heldForMs: number;
  /** Null: it is not held. */
  sizeOf(made: T): number | null;
};

/** What each costs beside its bytes: also one that is being made, or turned out to be nothing. */
const LEAST_BYTES = 1_024;

/**
 * What was made once and is given out for a while, by its name: no more than so many bytes of it, however many ask for however much.
 * What was made first goes first.
 */
export class HeldBytes<T> {
  readonly #limits: Limits<T>;
  readonly #held = new Map<string, Held<T>>();
  #bytes = 0;

  constructor(limits: Limits<T>) {
    this.#limits = limits;
  }

  /** Of all that is held now. */
  get bytes(): number {
    return this.#bytes;
  }

  find(name: string): Promise<T> | undefined {
    const held = this.#held.get(name);
    return held && held.until > performance.now() ? held.made : undefined;
  }

  /** From now on it is found under that name, also while it is being made. What fails is not held. */
  hold(name: string, made: Promise<T>): Promise<T> {
    this.#drop(name);
    const { heldForMs, sizeOf } = this.#limits;
    const held = { made, until: performance.now() + heldForMs, bytes: LEAST_BYTES };
    this.#held.set(name, held);
    this.#bytes += held.bytes;
    this.#makeRoom();
    made.then(
      (one) => {
        if (this.#held.get(name) !== held) return;
        const size = sizeOf(one);
        if (size === null) return this.#drop(name);
        const bytes = LEAST_BYTES + size;
        this.#bytes += bytes - held.bytes;
        held.bytes = bytes;
        this.#makeRoom();
      },
      () => this.#held.get(name) === held && this.#drop(name),
    );
    return made;
  }

  #makeRoom(): void {
    for (const name of this.#held.keys()) {
      if (this.#bytes <= this.#limits.mostBytes) return;
      this.#drop(name);
    }
  }

  #drop(name: string): void {
    const held = this.#held.get(name);
    if (!held) return;
    this.#held.delete(name);
    this.#bytes -= held.bytes;
  }
}
