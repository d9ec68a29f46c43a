import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { sessionCookie, sessionSecret } from "#server/auth/cookie.ts";
import { revokeSessions, signIn } from "#server/domain/people/staff/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { HOUR } from "#server/kernel/time.ts";
import { readAsker } from "#server/process/door/limits.ts";
import { DEVICE, newPerson, PASSWORD } from "#tests/support/people.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function asks(sid: string): Promise<number | null> {
  const message = new IncomingMessage(new Socket());
  message.headers.cookie = `${sessionCookie()}=${await encode({ token: { sid }, secret: sessionSecret() })}`;
  return (await readAsker(message, "192.0.2.1")).userId;
}

test("whoever brings the cookie of a session that ended is a stranger to the door, ten seconds later at most", async () => {
  const { personCtx, sessionId, userId } = await newPerson();
  const ended = await newPerson();
  await revokeSessions(ended.personCtx, "all");
  expect(await asks(ended.sessionId)).toBeNull();
  expect(await asks("one that there never was".padEnd(43, "x"))).toBeNull();
  expect(await asks(sessionId)).toBe(userId);
  await revokeSessions(personCtx, "all");
  // Whatever becomes of the clock, which others set.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - HOUR });
  const later = performance.now() + 10_001;
  vi.spyOn(performance, "now").mockReturnValue(later);
  expect(await asks(sessionId)).toBeNull();
});

test("whoever signs in often is counted once", async () => {
  const { email, sessionId, userId } = await newPerson();
  const again = await signIn(system(), { email, password: PASSWORD }, DEVICE);
  if (again.outcome !== "signed_in") throw new Error("A person without a second factor was asked for one.");
  expect([await asks(sessionId), await asks(again.sessionId)]).toEqual([userId, userId]);
});

test("while the database does not say it everybody is a stranger, and waits for nothing", async () => {
  const { sessionId, userId } = await newPerson();
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database().transaction(async (tx) => {
    await tx.query(sql`lock table sessions in access exclusive mode`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  expect(await asks(sessionId)).toBeNull();
  released.resolve();
  await holding;
  await until(async () => (await asks(sessionId)) === userId);
});
