/**
 * Makes a value once per process. Next bundles its own copy of every module it imports, beside the one that
 * `server/main.ts` loaded, so a module-level variable would exist twice; what hangs on `globalThis` does not.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  const key = Symbol.for(`service:${name}`);
  const held = store[key] ?? { value: make() };
  store[key] = held;
  return held.value;
}
