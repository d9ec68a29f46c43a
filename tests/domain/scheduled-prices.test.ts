import { describe, expect, test } from "vitest";
import { getPackage } from "#server/domain/catalogue/catalog/index.ts";
import { setRule } from "#server/domain/catalogue/pricing/index.ts";
import { approve, carryOutDue, decline, getApproval, requestApproval } from "#server/domain/control/approvals/index.ts";
import { listAlarms } from "#server/domain/control/health/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const markupOf = (percent: number) => ({ markupPercent: money(percent), retailMarkupPercent: money(30) });
const job = () => system({ actor: { kind: "job", name: "carry-out-decisions" } });
const ahead = (ms: number) => after(new Date(), ms);

/** A rule of 10 percent for a package that costs 10, and a change of it to 20 percent in an hour. */
async function setUp() {
  const { code } = await newAccount();
  const { packageId, id } = await newPackage({ costUsd: 10 });
  const target = { accountId: null, supplierCode: null, countryCode: null, packageId: id };
  await setRule(system(), target, markupOf(10));
  const [asker, second] = [await newOperator("finance"), await newOperator("finance")];
  const ask = { kind: "price" as const, target, markup: markupOf(20), startsAt: ahead(HOUR), reason: "Winter" };
  const price = async () => (await getPackage(await enter(code), packageId)).unitPrice.toString();
  return { target, asker, second, ask, price, subject: `package ${id}` };
}

async function scheduled() {
  const world = await setUp();
  const { id } = await requestApproval(world.asker.ctx, world.ask);
  await approve(world.second.ctx, id);
  const state = async () => {
    const { status, outcome, decidedBy } = await getApproval(world.asker.ctx, id);
    return { status, outcome, decidedBy };
  };
  /** As if its time had come so many milliseconds ago. */
  const due = (ms = MINUTE) => database().query(sql`update decisions set starts_at = ${ahead(-ms)} where id = ${id}`);
  return { ...world, id, state, due };
}

const alarmsOf = async (id: number) =>
  (await listAlarms(system(), 5 * MINUTE)).filter(({ cause }) => cause === `scheduled:${id}`);

describe("a change of prices that is approved for a time to come", () => {
  test("holds from then on, once, however many look at the clock", async () => {
    const { price, second, subject, state, due, id } = await scheduled();
    expect([await price(), (await state()).status]).toEqual(["11", "scheduled"]);
    await carryOutDue(job());
    expect(await price()).toBe("11");
    await due();
    await Promise.all(Array.from({ length: 6 }, () => carryOutDue(job())));
    expect(await price()).toBe("12");
    expect(await state()).toEqual({ status: "done", outcome: "20 % (retail 30 %)", decidedBy: second.email });
    const said = (await listAllAudit(second.ctx, { search: subject, limit: 20 })).items.map(({ act }) => act);
    expect(said.filter((act) => act === "decision.carry_out")).toHaveLength(1);
    expect(said.filter((act) => act === "price_rule.set")).toHaveLength(2);
    expect(await alarmsOf(id)).toEqual([]);
  });

  test("is not made where another rule holds by then, and somebody is called", async () => {
    const { target, price, state, due, id } = await scheduled();
    await setRule(system(), target, markupOf(15));
    await due();
    await carryOutDue(job());
    expect(await price()).toBe("11.5");
    expect(await state()).toMatchObject({ status: "refused", outcome: "not carried out" });
    const [alarm] = await alarmsOf(id);
    expect(alarm).toMatchObject({ critical: false, runbook: "scheduled-changes" });
    expect(alarm!.text).toContain("was changed meanwhile: it is 15 %");
    await due(DAY + MINUTE);
    expect(await alarmsOf(id)).toEqual([]);
  });

  test("calls somebody when its time has passed and nothing happened", async () => {
    const { due, id } = await scheduled();
    await due(5 * MINUTE);
    expect(await alarmsOf(id)).toEqual([]);
    await due(11 * MINUTE);
    expect(await alarmsOf(id)).toHaveLength(1);
  });

  test("can be withdrawn before, by whoever may decide it, and is not approved again", async () => {
    const { asker, second, price, state, due, id } = await scheduled();
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
    expect(await codeOf(decline((await newOperator("support")).ctx, id, "No"))).toBe("access_denied");
    await decline(asker.ctx, id, "The season is late");
    await due();
    await carryOutDue(job());
    expect([await price(), (await state()).status]).toEqual(["11", "refused"]);
    expect(await codeOf(decline(second.ctx, id, "Again"))).toBe("conflict");
    expect(await alarmsOf(id)).toEqual([]);
  });

  test("is withdrawn or made, never both", async () => {
    const { asker, price, state, due, id } = await scheduled();
    await due();
    const [, withdrawn] = await Promise.allSettled([carryOutDue(job()), decline(asker.ctx, id, "Stop")]);
    const { status } = await state();
    expect([await price(), status]).toEqual(withdrawn.status === "fulfilled" ? ["11", "refused"] : ["12", "done"]);
  });

  test("is the only open one about its rule", async () => {
    const { asker, ask } = await scheduled();
    expect(await codeOf(requestApproval(asker.ctx, { ...ask, startsAt: undefined }))).toBe("conflict");
  });

  test("needs two people, and a time that is to come, within a year", async () => {
    const { asker, second, ask, price } = await setUp();
    for (const startsAt of [ahead(-MINUTE), ahead(367 * DAY)])
      expect(await codeOf(requestApproval(asker.ctx, { ...ask, startsAt }))).toBe("validation_error");
    const { id, status } = await requestApproval(asker.ctx, ask);
    expect(status).toBe("waiting");
    expect(await codeOf(approve(asker.ctx, id))).toBe("conflict");
    await database().query(sql`update decisions set starts_at = ${ahead(-MINUTE)} where id = ${id}`);
    await carryOutDue(job());
    expect(await price()).toBe("11");
    // Approved after its time: it holds at once.
    await approve(second.ctx, id);
    expect(await price()).toBe("12");
  });
});
