import { ensureGenerated } from "./process/ensure-build.ts";

// The migrations that the database of DATABASE_URL has not seen. Every process applies them as it starts; this is for who wants to
// know that it can be done before the first process of a new version is started.
try {
  ensureGenerated();
  const { migrateNamed } = await import("./process/platform.ts");
  const applied = await migrateNamed();
  process.stdout.write(applied.length ? `Applied: ${applied.join(", ")}\n` : "Nothing was missing.\n");
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
