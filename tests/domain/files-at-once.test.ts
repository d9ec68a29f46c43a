import { Readable } from "node:stream";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { sessionCookie, sessionSecret } from "#server/auth/cookie.ts";
import { answerFile } from "#server/files/answer-file.ts";
import { serveReport } from "#server/files/serve-report.ts";
import { serveStatement } from "#server/files/serve-statement.ts";
import { serveVouchers } from "#server/files/serve-vouchers.ts";
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
