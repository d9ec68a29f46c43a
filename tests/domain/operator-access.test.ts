import { beforeAll, describe, expect, test } from "vitest";
import { changeAccount, createAccount, listAccounts, searchAccounts } from "#server/domain/accounts/index.ts";
import { listEvidence, listReviews, resolveReview } from "#server/domain/actions/index.ts";
import { listAnnouncements, publishAnnouncement, withdrawAnnouncement } from "#server/domain/announcements/index.ts";
import { listAllAudit } from "#server/domain/audit/index.ts";
import { listCostMoves, listPulled, listPulls, previewRule, withdrawPackage } from "#server/domain/catalog/index.ts";
import {
  approveDecision,
  askDecision,
  listDecisions,
  planDecision,
  refuseDecision,
} from "#server/domain/decisions/index.ts";
import { listConcerns, listPlatformTraffic, measureJobs, measureWebhooks } from "#server/domain/health/index.ts";
import { listAuditRuns, requestAuditRun } from "#server/domain/invariants/index.ts";
import { adjustWallet, fundWallet, listCheckpoints } from "#server/domain/ledger/index.ts";
import { listPlatformNotices } from "#server/domain/notices/index.ts";
import { getStatement, listSalesBy, listSalesByDay } from "#server/domain/numbers/index.ts";
import { refundOrder } from "#server/domain/orders/index.ts";
import {
  getRule,
  listRateMoves,
  listRates,
  listRules,
  pinRate,
  refuseRate,
  removeRule,
  setRule,
  unpinRate,
  verifyRate,
} from "#server/domain/pricing/index.ts";
import { createOperator, createUser, endVisit, visitAccount } from "#server/domain/staff/index.ts";
import { listCredentials, removeCredentials, setCredentials, setSupplierOpen } from "#server/domain/suppliers/index.ts";
import type { Actor, Ctx } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { ROLE_NAMES } from "#server/kernel/permissions.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { DEVICE, newPerson } from "#tests/support/people.ts";
import { newAccount, system } from "#tests/support/world.ts";

type Procedure = { path: string; type: string };

/** Every procedure of the API, as the router itself lists them. */
const PROCEDURES: Procedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
).map(([path, { _def }]) => ({ path, type: _def.type }));

const OPERATOR = PROCEDURES.filter(({ path }) => path.startsWith("operator."));
/** What a team does in its account; the rest is for visitors and for one's own sign-in. */
const TEAM = PROCEDURES.filter(({ path }) => !/^(operator|auth|person)\./.test(path));

type Api = ReturnType<ReturnType<typeof createCallerFactory<(typeof appRouter)["_def"]["record"]>>>;

async function call(api: Api, path: string): Promise<string> {
  const procedure = path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], api);
  return await codeOf((procedure as (input?: unknown) => Promise<unknown>)());
}

/** Every verb of the domain that only the platform may run. */
const VERBS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  createAccount: (ctx) => createAccount(ctx, { companyName: "x", email: "x@example.com", currency: "EUR" }),
  changeAccount: (ctx) => changeAccount(ctx, "ACC-00000000", { status: "closed" }),
  listAccounts,
  searchAccounts: (ctx) => searchAccounts(ctx, { limit: 1 }),
  createUser: (ctx) => createUser(ctx, "ACC-00000000", { email: "x@example.com", role: "owner", password: "x" }),
  createOperator: (ctx) => createOperator(ctx, { email: "x@example.com", password: "long enough a password" }),
  visitAccount: (ctx) => visitAccount({ ...ctx, person: { userId: 0, sessionId: "" } }, "ACC-00000000", "why"),
  endVisit: (ctx) => endVisit({ ...ctx, person: { userId: 0, sessionId: "" } }),
  fundWallet: (ctx) => fundWallet(ctx, "ACC-00000000", money(1)),
  adjustWallet: (ctx) => adjustWallet(ctx, "ACC-00000000", money(1), "why"),
  refundOrder: (ctx) => refundOrder(ctx, "B2B-1", "why"),
  planDecision: (ctx) => planDecision(ctx, { kind: "refund", order: "B2B-1", reason: "why" }),
  askDecision: (ctx) => askDecision(ctx, { kind: "refund", order: "B2B-1", reason: "why" }),
  approveDecision: (ctx) => approveDecision(ctx, 1),
  refuseDecision: (ctx) => refuseDecision(ctx, 1, "why"),
  listDecisions: (ctx) => listDecisions(ctx, { limit: 1 }),
  listReviews: (ctx) => listReviews(ctx),
  listEvidence: (ctx) => listEvidence(ctx, "x"),
  resolveReview: (ctx) => resolveReview(ctx, "B2B-1", { as: "failed", note: "why" }),
  listRates,
  listRateMoves: (ctx) => listRateMoves(ctx, "EUR"),
  pinRate: (ctx) => pinRate(ctx, { currency: "EUR", rate: money(1), verified: true, ageMs: 0 }),
  unpinRate: (ctx) => unpinRate(ctx, "EUR"),
  verifyRate: (ctx) => verifyRate(ctx, "EUR"),
  refuseRate: (ctx) => refuseRate(ctx, "EUR"),
  listRules: (ctx) => listRules(ctx, null),
  setRule: (ctx) =>
    setRule(
      ctx,
      { accountId: null, supplierCode: null, countryCode: null, packageId: null },
      { markupPercent: money(1), retailMarkupPercent: money(1) },
    ),
  removeRule: (ctx) => removeRule(ctx, 1),
  previewRule: (ctx) =>
    previewRule(ctx, { accountId: null, supplierCode: null, countryCode: null, packageId: null }, null),
  listCredentials: (ctx) => listCredentials(ctx, "airalo"),
  setCredentials: (ctx) => setCredentials(ctx, "airalo", { client_id: "x", client_secret: "x" }),
  removeCredentials: (ctx) => removeCredentials(ctx, "airalo"),
  listCheckpoints: (ctx) => listCheckpoints(ctx),
  listPlatformNotices: (ctx) => listPlatformNotices(ctx),
  getRule: (ctx) => getRule(ctx, 1),
  setSupplierOpen: (ctx) => setSupplierOpen(ctx, "airalo", false),
  listPulls: (ctx) => listPulls(ctx, "airalo"),
  listPulled: (ctx) => listPulled(ctx, 1),
  listCostMoves: (ctx) => listCostMoves(ctx, "airalo"),
  withdrawPackage: (ctx) => withdrawPackage(ctx, "x"),
  listConcerns,
  measureJobs,
  measureWebhooks,
  listPlatformTraffic,
  listAuditRuns: (ctx) => listAuditRuns(ctx),
  requestAuditRun: (ctx) => requestAuditRun(ctx, "ledger"),
  listSalesBy: (ctx) => listSalesBy(ctx, "supplier", { from: new Date(0), to: new Date() }),
  listSalesByDay: (ctx) => listSalesByDay(ctx, { from: new Date(0), to: new Date() }),
  getStatement: (ctx) => getStatement(ctx, "ACC-00000000", "2026-01"),
  listAllAudit: (ctx) => listAllAudit(ctx, { limit: 1 }),
  listAnnouncements: (ctx) => listAnnouncements(ctx),
  publishAnnouncement: (ctx) =>
    publishAnnouncement(ctx, { tone: "info", title: "x", text: "x", accountCode: null, startsAt: null, endsAt: null }),
  withdrawAnnouncement: (ctx) => withdrawAnnouncement(ctx, 1),
};

describe("the platform's own side", () => {
  test("has procedures to speak of", () => expect(OPERATOR.length).toBeGreaterThan(35));

  test.each(ROLE_NAMES)("is closed to a reseller's %s, in every procedure and whatever is sent", async (role) => {
    const person = await newPerson(role);
    for (const environment of [null, "live"] as const) {
      const api = (await person.api(environment)) as unknown as Api;
      for (const { path } of OPERATOR) expect(await call(api, path), path).toBe("FORBIDDEN");
    }
  });

  test("is closed to visitors and to ended sessions", async () => {
    const visitor = createCallerFactory(appRouter)({
      ...system({ actor: { kind: "visitor", name: "203.0.113.9" } }),
      client: DEVICE,
      person: null,
      environment: null,
      accountCode: null,
    }) as unknown as Api;
    for (const { path } of OPERATOR) expect(await call(visitor, path), path).toBe("UNAUTHORIZED");
  });

  test("is open to operators: what they are refused is a matter of what they send", async () => {
    const api = (await (await newOperator()).api()) as unknown as Api;
    for (const { path } of OPERATOR)
      expect(["FORBIDDEN", "UNAUTHORIZED", "INTERNAL_SERVER_ERROR"], path).not.toContain(await call(api, path));
  });

  const OUTSIDERS: Actor[] = [
    ...ROLE_NAMES.map((role): Actor => ({ kind: "staff", name: "somebody@example.com", role })),
    { kind: "key", name: "svc_live_00000000" },
    { kind: "supplier", name: "airalo" },
    { kind: "visitor", name: "203.0.113.9" },
    { kind: "operator", name: "visiting@platform.example", role: "viewer" },
  ];

  test.each(OUTSIDERS.map((actor) => [actor.kind, "role" in actor ? actor.role : "-", actor] as const))(
    "runs no verb for %s %s",
    async (_kind, _role, actor) => {
      for (const [name, verb] of Object.entries(VERBS))
        expect(await codeOf(verb(system({ actor }))), name).toBe("access_denied");
    },
  );
});

describe("an operator who looks at an account", () => {
  let code: string;
  beforeAll(async () => {
    code = (await newAccount({ wallet: 50 })).code;
  });

  test("sees what a viewer of its team sees, on record with the reason", async () => {
    const operator = await newOperator();
    expect(await codeOf((await operator.api("live")).balance.get())).toBe("NOT_FOUND");
    await (await operator.api()).operator.accounts.visit({ code, reason: "Ticket 4711" });
    const inside = await operator.api("live");
    expect((await inside.balance.get()).wallet).toBe("50.0000");
    expect((await inside.balance.ledger({})).items).toHaveLength(1);
    const { items } = await (await operator.api()).operator.audit({ area: "account", search: code });
    expect(items[0]).toMatchObject({
      act: "account.visit",
      actor: `operator:${operator.email}`,
      accountCode: code,
      details: { reason: "Ticket 4711" },
    });
    await (await operator.api()).operator.accounts.endVisit();
    expect(await codeOf((await operator.api("live")).balance.get())).toBe("NOT_FOUND");
  });

  test("is refused every write, in every procedure", async () => {
    const operator = await newOperator();
    await (await operator.api()).operator.accounts.visit({ code, reason: "Ticket 4711" });
    for (const environment of ["test", "live"] as const) {
      const api = (await operator.api(environment)) as unknown as Api;
      const writes = TEAM.filter(({ type }) => type === "mutation");
      expect(writes.length).toBeGreaterThan(8);
      for (const { path } of writes) expect(await call(api, path), path).toBe("FORBIDDEN");
    }
  });

  test("sees the platform's acts as the team does: without its figures", async () => {
    const operator = await newOperator();
    await (await operator.api()).operator.accounts.visit({ code, reason: "a secret reason" });
    const shown = JSON.stringify(await (await operator.api("live")).team.audit({}));
    expect(shown).toContain("account.visit");
    expect(shown).not.toContain("a secret reason");
    expect(shown).not.toContain(operator.email);
  });

  test("can be on no reseller's team", async () => {
    const operator = await newOperator();
    const joining = createUser(system(), code, { email: operator.email, role: "viewer", password: "irrelevant" });
    expect(await codeOf(joining)).toBe("conflict");
  });
});
