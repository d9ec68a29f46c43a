import { expect, test } from "vitest";
import {
  getIncident,
  openIncident,
  publicStatus,
  writeIncidentUpdate,
} from "#server/domain/control/incidents/index.ts";
import { mailNotifications } from "#server/domain/messaging/mail/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { newOperator } from "#tests/support/operators.ts";
import { newPerson } from "#tests/support/people.ts";
import { system } from "#tests/support/world.ts";

const db = database();
const said = {
  ...{ components: ["api"], text: "Requests take seconds.", mail: false },
  ...({ severity: "minor", audience: "all" } as const),
};

test.each([
  ["Airalo is down", "title"],
  ["We wait for esim_access", "title"],
  ["eSIM Go does not answer", "title"],
])("the public is not told who supplies us: %s", async (title, field) => {
  const { ctx } = await newOperator("support");
  await expect(openIncident(ctx, { ...said, title })).rejects.toMatchObject({ details: { field } });
});

test("words that only resemble a supplier's name are words", async () => {
  const { ctx } = await newOperator("support");
  expect(await openIncident(ctx, { ...said, title: "eSIMs going out late: access is slow" })).toBeGreaterThan(0);
});

test("a slow database does not hold up the status page: it says what it knew, and since when", async () => {
  const { ctx } = await newOperator("support");
  await openIncident(ctx, { ...said, title: "Before the lock" });
  const known = (await publicStatus())!;
  expect(known.incidents.map(({ title }) => title)).toContain("Before the lock");
  // What is a few seconds old is sent as it is, without a question.
  expect(await publicStatus()).toBe(known);
  const id = await openIncident(ctx, { ...said, title: "Told already" });
  const fresh = (await publicStatus())!;
  expect(fresh.incidents[0]).toMatchObject({ id });
  await writeIncidentUpdate(ctx, { ...said, id, seen: 1, state: "resolved" });
  await db.transaction(async (tx) => {
    await tx.query(sql`lock table incidents in access exclusive mode`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => publicStatus()));
    for (const answer of answers) expect(answer).toBe(fresh);
  });
});

test("an update that asks for mails mails every member who can act once, however often the job runs", async () => {
  const { ctx } = await newOperator("support");
  const person = await newPerson("owner");
  const id = await openIncident(ctx, { ...said, title: "Mailed", mail: true });
  await Promise.all([mailNotifications(system()), mailNotifications(system())]);
  await mailNotifications(system());
  const mails = await db.query(
    sql`select from mails where recipient = ${person.email} and kind = 'notice-service-incident'`,
  );
  expect(mails).toHaveLength(1);
  const { timeline } = await getIncident(ctx, id);
  expect(timeline[0]!.mailed).toBeGreaterThan(0);
});
