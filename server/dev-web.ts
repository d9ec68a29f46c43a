import { startDevWeb } from "./process/start-dev-web.ts";

// The door and the API of a development start. The main process says on which port its pages are.
try {
  await startDevWeb(Number(process.argv[2]));
} catch (error) {
  const { explain } = await import("./process/explain-failure.ts");
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
