import { expect, test } from "vitest";
import { queueBrandMail } from "#server/domain/messaging/mail/index.ts";
import { reports } from "#server/files/reports/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import { ROLE_NAMES } from "#server/kernel/roles.ts";
import { appRouter } from "#server/trpc/root.ts";
import { newOperator } from "#tests/support/operators.ts";
import { newPerson } from "#tests/support/people.ts";
import { newOwner, type Owned, SAMPLES } from "#tests/support/portal-samples.ts";

type Api = Awaited<ReturnType<Awaited<ReturnType<typeof newPerson>>["api"]>>;

const QUERIES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>,
)
  .filter(([name, { _def }]) => SAMPLES[name] && _def.type === "query")
  .map(([name]) => name);

/** An account with a delivered eSIM, its events, a receiver's answer that repeats them, and a mail to the traveller. */
async function newSecrets() {
  const { person, owned } = await newOwner();
  const ctx = await person.inAccount("test");
  const { code, smdp } = one(
    await database().query<{ code: string; smdp: string }>(
      sql`select activation_code as code, smdp_address as smdp from esims where iccid = ${owned.iccid}`,
    ),
  );
  const link = "canaryLinkCanaryLinkCanaryLinkCanaryLinkCan";
  await database().transaction((tx) =>
    queueBrandMail(tx, ctx, {
      kind: "delivery",
      fromName: "Shop",
      replyTo: "a@example.com",
      recipient: "traveller@example.com",
      subject: "Your eSIM",
      text: `Install ${code} or open /order/${link}`,
      html: code,
    }),
  );
  const deliveries = await database().query<{ id: number }>(
    sql`select id from deliveries where endpoint_id = ${owned.endpoint}`,
  );
  for (const { id } of deliveries)
    await database().query(sql`
      insert into delivery_attempts (delivery_id, number, created_at, headers, http_status, response, duration_ms)
      values (${id}, 1, now(), '{}', 500, ${`cannot take {"echo":"{\\"activation_code\\":\\"${code}\\",\\"smdp_address\\":\\"${smdp}\\"}"}`}, 1)`);
  return { person, owned, code, link, deliveries: deliveries.map(({ id }) => id) };
}

/** Everything that the portal answers to questions about the account, as text. */
async function askAll(api: Api, owned: Owned, deliveries: number[]): Promise<string> {
  const said: string[] = [];
  const ask = async (name: string, of: Owned) => {
    const [area, verb] = name.split(".") as [keyof Api, string];
    const work = api[area] as unknown as Record<string, (input: unknown) => Promise<unknown>>;
    const answer = await work[verb]!(SAMPLES[name]!.input?.(of)).catch(() => null);
    said.push(`${name} ${JSON.stringify(answer)}`);
  };
  for (const name of QUERIES) await ask(name, owned);
  for (const delivery of deliveries) await ask("webhooks.delivery", { ...owned, delivery });
  return said.join("\n");
}

test("codes that install eSIMs are told to the roles that may see them, and to no other, nor to operators on a visit", async () => {
  const { person, owned, code, link, deliveries } = await newSecrets();
  const matching = code.split("$")[2]!;
  expect(deliveries.length).toBeGreaterThan(0);
  for (const role of ROLE_NAMES) {
    const member = await newPerson(role, person.code);
    const said = await askAll(await member.api("test"), owned, deliveries);
    expect(said, role).toContain(owned.iccid);
    expect(said.includes(matching), role).toBe(isAllowed(role, "installation:read"));
    expect(said.includes(link), role).toBe(isAllowed(role, "installation:read"));
  }
  const operator = await newOperator();
  await (await operator.api()).operator.accounts.visit({ code: person.code, reason: "Ticket 4711" });
  const seen = await askAll(await operator.api("test"), owned, deliveries);
  expect(seen).toContain(owned.iccid);
  expect(seen).not.toContain(matching);
  expect(seen).not.toContain(link);
});

test("no file of the portal holds a code, whoever fetches it", async () => {
  const { person, code } = await newSecrets();
  const ctx = await person.inAccount("test");
  for (const [name, report] of Object.entries(reports)) {
    const rows: string[] = [];
    for await (const row of report.rows(ctx, {})) rows.push(row.join(","));
    expect(rows.join("\n"), name).not.toContain(code.split("$")[2]);
  }
});
