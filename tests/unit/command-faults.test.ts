import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { sayFault } from "#server/cli/run-command.ts";
import { ServiceError } from "#server/kernel/errors.ts";

/** AuthenticationOk and ReadyForQuery. */
const LET_IN = Buffer.from("520000000800000000" + "5a0000000549", "hex");

test("of a statement that nobody answers it is said that it may be done all the same", async () => {
  const silent = createServer((socket) => socket.once("data", () => socket.write(LET_IN)).on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const client = new pg.Client({ host: "127.0.0.1", port, user: "u", password: "p", query_timeout: 50 });
  client.on("error", () => {});
  await client.connect();
  const error = await client.query("commit").catch((fault) => fault);
  expect(sayFault(error)).toMatch(/may be done all the same.*before you ask for it again/);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  silent.close();
});

test("a refusal is said as it is", () => {
  expect(sayFault(new ServiceError("conflict", "There is one already."))).toBe("There is one already.");
});
