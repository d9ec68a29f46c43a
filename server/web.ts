import "./process/compile-cache.ts";

// One of several web processes of a start. Its main process has generated, built and migrated what it stands on.
try {
  const { startWeb } = await import("./process/start-web.ts");
  await startWeb(process.argv[2] ?? "web");
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
