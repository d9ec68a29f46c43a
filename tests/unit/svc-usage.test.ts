import { expect, test, vi } from "vitest";
import { runCommand } from "#server/cli/run-command.ts";

/** What a command line that does nothing is told, with its exit code. */
async function told(line: string) {
  let text = "";
  const take = (chunk: string | Uint8Array) => {
    text += chunk;
    return true;
  };
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(take));
  const code = await runCommand(line.split(" ").filter(Boolean));
  for (const stream of streams) stream.mockRestore();
  return { code, text };
}

test.each([
  ["", "Usage: svc ", 0],
  ["help", "Usage: svc ", 0],
  ["help wallet", "Usage: svc wallet ", 0],
  ["help wallet fund", "Usage: svc wallet fund ", 0],
  ["help wallet fund ACC-1 5", "Usage: svc wallet fund ", 0],
  ["help restore --to tomorrow", "Usage: svc restore ", 0],
  ["wallet", "Usage: svc wallet ", 2],
  ["wallet --json", "Usage: svc wallet ", 2],
  ["wallet --help", "Usage: svc wallet ", 0],
  ["wallet fund --help", "Usage: svc wallet fund ", 0],
  ["help walet", "unknown command 'walet'\n(Did you mean wallet?)\n(svc help lists all commands)", 2],
  ["help wallet fnd", "unknown command 'fnd'\n(Did you mean fund?)\n(svc wallet --help shows what it takes)", 2],
  ["account create", "'--name <name>' not specified\n(svc account create --help shows what it takes)", 2],
  ["account create --name N --email n@example.com --currency EUR --rate-minute 0", "whole number from 1 to", 2],
  ["account set ACC-1 --rate-day 0", "whole number from 1 to", 2],
  ["key create ACC-1 --env test --expires-in 0s", '"0s" is no time at all', 2],
  ["sim price TR_5_30 cheap --supplier esimaccess", 'error: "cheap" is not a plain decimal number such as 12.50.', 2],
])("svc %s", async (line, words, code) => {
  const answer = await told(line);
  expect(answer.text).toContain(words);
  expect(answer.code).toBe(code);
});
