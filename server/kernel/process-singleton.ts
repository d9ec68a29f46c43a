/** To find a symbol by its name takes longer than all the rest, and a request asks for twenty. */
const keys = new Map<string, symbol>();

/**
 * Makes a value once per process. Next bundles its own copy of every module it imports, beside the one that
 * `server/main.ts` loaded, so a module-level variable would exist twice; what hangs on `globalThis` does not.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  const key = keys.get(name) ?? Symbol.for(`service:${name}`);
  keys.set(name, key);
  const held = store[key] ?? { value: make() };
  store[key] = held;
  return held.value;
}
