// Test files of a kind share a worker's modules, which take longer to load than most of them run, but nothing that those
// modules hold: each file begins as a process does.
for (const key of Object.getOwnPropertySymbols(globalThis))
  if (key.description?.startsWith("service:")) Reflect.deleteProperty(globalThis, key);
