import { Readable } from "node:stream";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { expect, test, vi } from "vitest";
import { sessionCookie, sessionSecret } from "#server/auth/cookie.ts";
import { answerFile } from "#server/files/answer-file.ts";
import { serveReport } from "#server/files/serve-report.ts";
import { serveStatement } from "#server/files/serve-statement.ts";
import { serveVouchers } from "#server/files/serve-vouchers.ts";
import { database } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { newPerson } from "#tests/support/people.ts";
import { until } from "#tests/support/until.ts";

type Person = Awaited<ReturnType<typeof newPerson>>;

const at = (path: string, { method = "GET", cookie = "" } = {}) =>
  new NextRequest(`http://localhost${path}`, { method, headers: { cookie } });

/** A file without an end, of an account. */
const begin = async (person: Person, method = "GET") => {
  const ctx = await person.inAccount();
  async function* bytes() {
    for (;;) yield Buffer.alloc(1_000);
  }
  return await answerFile(at("/file", { method }), async (hold) => {
    hold(ctx);
    return { file: Readable.from(bytes()), type: "text/plain", name: "file" };
  });
};

const EVERY = ["reports/live/ledger", "statements/2026-10", "vouchers/live/1/cards.pdf"] as const;

/** Each of those that read or draw much, as a browser asks for it. */
async function ask(path: (typeof EVERY)[number], person: Person): Promise<Response> {
  const token = await encode({ token: { sid: person.sessionId }, secret: sessionSecret() });
  const request = at(`/api/${path}`, { cookie: `${sessionCookie()}=${token}` });
  if (path.startsWith("reports"))
    return serveReport(request, { params: Promise.resolve({ env: "live", report: "ledger" }) });
  if (path.startsWith("statements")) return serveStatement(request, { params: Promise.resolve({ month: "2026-10" }) });
  return serveVouchers(request, { params: Promise.resolve({ env: "live", batch: "1", file: "cards.pdf" }) });
}

test.each(EVERY)(
  "%s: of an account three files are made at a time, whoever of its team asks, and nobody else waits for them",
  async (path) => {
    const [person, other] = [await newPerson(), await newPerson()];
    const colleague = await newPerson("admin", person.code);
    const open = await Promise.all([begin(person), begin(person), begin(colleague)]);
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask(path, person)).status).toBe(429);
    expect((await begin(colleague)).status).toBe(429);
    expect((await begin(other)).status).toBe(200);
    // Whoever turns away from one has room for another, and what is refused takes none.
    await open[0]!.body!.cancel();
    for (let i = 0; i < 5; i++)
      await until(async () => {
        const answer = await ask(path, person);
        await answer.text();
        return answer.status !== 429;
      });
  },
);

test("a file that cannot be made takes no place, nor does one that is asked for its head alone", async () => {
  const person = await newPerson();
  const ctx = await person.inAccount();
  for (let i = 0; i < 5; i++) {
    const refused = await answerFile(at("/file"), async (hold) => {
      hold(ctx);
      return fail("resource_not_found", "There is none.");
    });
    expect(refused.status).toBe(404);
    expect((await begin(person, "HEAD")).status).toBe(405);
  }
  expect((await begin(person)).status).toBe(200);
});

const asBrowser = async (person: Person) => {
  const token = await encode({ token: { sid: person.sessionId }, secret: sessionSecret() });
  return at("/file", { cookie: `${sessionCookie()}=${token}` });
};

/** A file without an end, read piece by piece by somebody who takes their time. */
async function readSlowly(person: Person) {
  const ctx = await person.inAccount();
  async function* bytes() {
    for (;;) yield Buffer.alloc(1_000);
  }
  const answer = await answerFile(await asBrowser(person), async (hold) => {
    hold(ctx);
    return { file: Readable.from(bytes()), type: "text/plain", name: "file" };
  });
  const reader = answer.body!.getReader();
  /** What comes after a while; what was under way before comes all the same. */
  const goOn = async () => {
    vi.advanceTimersByTime(10_000);
    for (let piece = 0; piece < 200; piece++) await reader.read();
  };
  return { goOn, end: () => reader.cancel() };
}

const ENDINGS: Record<string, (person: Person) => Promise<unknown>> = {
  "their session": (person) =>
    database().prisma.session.updateMany({ where: { userId: person.userId }, data: { revokedAt: new Date() } }),
  "their place on the team": (person) => database().prisma.membership.deleteMany({ where: { userId: person.userId } }),
  "their role": (person) =>
    database().prisma.membership.updateMany({ where: { userId: person.userId }, data: { role: "viewer" } }),
};

test.each(Object.keys(ENDINGS))(
  "the rest of a file is not sent to whom %s has ended, and it takes no place",
  async (what) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const owner = await newPerson();
      const person = await newPerson("admin", owner.code);
      const files = await Promise.all([readSlowly(person), readSlowly(person), readSlowly(owner)]);
      for (const { goOn } of files) await goOn();
      await ENDINGS[what]!(person);
      for (const { goOn } of files.slice(0, 2)) await expect(goOn()).rejects.toThrow("may not have it any more");
      await files[2]!.goOn();
      const again = await Promise.all([readSlowly(owner), readSlowly(owner)]);
      for (const { end } of [files[2]!, ...again]) await end();
    } finally {
      vi.useRealTimers();
    }
  },
);
