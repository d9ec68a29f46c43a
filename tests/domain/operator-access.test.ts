import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import {
  listCostMoves,
  listPulled,
  listPulls,
  previewRule,
  withdrawPackage,
} from "#server/domain/catalogue/catalog/index.ts";
import {
  getRule,
  listRateMoves,
  listRates,
  listRules,
  pinRate,
  refreshRates,
  refuseRate,
  removeRule,
  setAccountMarkup,
  setRule,
  unpinRate,
  verifyRate,
} from "#server/domain/catalogue/pricing/index.ts";
import {
  listCredentials,
  listRecentCalls,
  removeCredentials,
  setCredentials,
  setSupplierOpen,
  takePulse,
} from "#server/domain/catalogue/suppliers/index.ts";
import {
  acknowledgeAlert,
  changeAlertSettings,
  getAlertSettings,
  listAlerts,
  testAlertWebhook,
} from "#server/domain/control/alerts/index.ts";
import {
  approve,
  decline,
  listApprovals,
  listUndone,
  planApproval,
  requestApproval,
} from "#server/domain/control/approvals/index.ts";
import { listBackupStates } from "#server/domain/control/backups/index.ts";
import { measureCell, sumCells } from "#server/domain/control/cells/index.ts";
import {
  beginExportOf,
  eraseClosed,
  forgetBuyers,
  listHeldMoney,
  listHeldRefunds,
  whatClosingLeaves,
} from "#server/domain/control/closing/index.ts";
import {
  listAlarms,
  listConcerns,
  listPlatformTraffic,
  listStakes,
  listUnsettled,
  measureCatalogues,
  measureJobs,
  measureMails,
  measureWebhooks,
  readBoard,
  whatClosingStops,
} from "#server/domain/control/health/index.ts";
import {
  getIncident,
  listAffected,
  listIncidentParts,
  listIncidents,
  openIncident,
  openIncidentFromAlert,
  setPublicName,
  writeIncidentUpdate,
} from "#server/domain/control/incidents/index.ts";
import { listAuditRuns, requestAuditRun } from "#server/domain/control/invariants/index.ts";
import {
  listDifferences,
  listReconciliationRuns,
  reconcile,
  requestReconciliation,
} from "#server/domain/control/reconciliation/index.ts";
import { getStatement, listSalesBy, listSalesByDay } from "#server/domain/control/sales/index.ts";
import { listAllEsims, listAllOrders, searchPlatform } from "#server/domain/control/search/index.ts";
import {
  getSupplierStatement,
  listStatements,
  previewStatement,
  settleDifference,
  uploadStatement,
} from "#server/domain/control/statements/index.ts";
import {
  listAnnouncements,
  publishAnnouncement,
  withdrawAnnouncement,
} from "#server/domain/messaging/announcements/index.ts";
import { bookTransfer, eachJournalLine, getTrialBalance } from "#server/domain/money/books/index.ts";
import { listDebtors } from "#server/domain/money/credit/index.ts";
import { listBankAccounts, setBankAccount, stopAutoFundingOf } from "#server/domain/money/funding/index.ts";
import { adjustWallet, fundWallet, listCheckpoints, sumReserved } from "#server/domain/money/ledger/index.ts";
import {
  approveGoLive,
  declineGoLive,
  getGoLive,
  getSignUpSettings,
  listGoLiveRequests,
  publishTerms,
  setSignUpOpen,
} from "#server/domain/people/onboarding/index.ts";
import {
  changeOperatorRole,
  createOperator,
  createUser,
  endPersonSessions,
  endVisit,
  inviteForPlatform,
  inviteOperator,
  listOperatorInvitations,
  listOperators,
  revokeOperatorInvitation,
  visitAccount,
} from "#server/domain/people/staff/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { listPlatformNotifications } from "#server/domain/record/notifications/index.ts";
import {
  changeAccount,
  changeCredit,
  createAccount,
  listAccounts,
  searchAccounts,
} from "#server/domain/reseller/accounts/index.ts";
import {
  askSupplier,
  findOrigin,
  listChoices,
  listEvidence,
  listReviews,
  type Review,
  resolveReview,
} from "#server/domain/selling/actions/index.ts";
import { refundOrder } from "#server/domain/selling/orders/index.ts";
import { changeRoutingLimits, getRoutingLimits } from "#server/domain/selling/routing/index.ts";
import type { Actor } from "#server/kernel/actor.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { mayOperate, OPERATOR_PERMISSIONS, type OperatorPermission } from "#server/kernel/operator-permissions.ts";
import { OPERATOR_ROLE_NAMES, type OperatorRole, ROLE_NAMES } from "#server/kernel/roles.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { DEVICE, newPerson } from "#tests/support/people.ts";
import { newAccount, system } from "#tests/support/world.ts";

const INCIDENT = {
  ...({ severity: "minor", audience: "all" } as const),
  ...{ components: ["nobody"], text: "x", mail: false },
};

type Procedure = { path: string; type: string; inputs: z.core.$ZodType[] };

/** Every name that an input can have, at any depth. */
const names = (input: z.core.$ZodType) =>
  [...JSON.stringify(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })).matchAll(/"(\w+)":/g)].map(
    ([, n]) => n!,
  );
const isPassword = (name: string) => /password/i.test(name);

/** Every procedure of the API, as the router itself lists them. */
const PROCEDURES: Procedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; inputs: z.core.$ZodType[] } }>,
).map(([path, { _def }]) => ({ path, type: _def.type, inputs: _def.inputs }));

const OPERATOR = PROCEDURES.filter(({ path }) => path.startsWith("operator."));
/** What a team does in its account; the rest is for visitors and for one's own sign-in. */
const TEAM = PROCEDURES.filter(({ path }) => !/^(operator|auth|person|status)\./.test(path));

type Api = ReturnType<ReturnType<typeof createCallerFactory<(typeof appRouter)["_def"]["record"]>>>;

async function call(api: Api, path: string): Promise<string> {
  const procedure = path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], api);
  return await codeOf((procedure as (input?: unknown) => Promise<unknown>)());
}

const NOBODY = "ACC-00000000";
const BANK = { holder: "H", bank: "B", number: "1234", bic: null, note: null };
const EVERYTHING = { accountId: null, supplierCode: null, countryCode: null, packageId: null };
const MARKUP = { markupPercent: money(1), retailMarkupPercent: money(1) };
const REFUND = { kind: "refund", order: "B2B-1", reason: "why" } as const;

/** What a verb takes: a permission; `decision` says that operators get there by a decision alone, `machine` that none does. */
type Needs = OperatorPermission | `decision ${OperatorPermission}` | "machine";

/** Every verb of the domain that only the platform may run. */
const VERBS: Record<string, [Needs, (ctx: Ctx) => Promise<unknown>]> = {
  createAccount: [
    "accounts:manage",
    (ctx) => createAccount(ctx, { companyName: "x", email: "x@example.com", currency: "EUR" }),
  ],
  createAccountOnCredit: [
    "decision credit:manage",
    (ctx) => createAccount(ctx, { companyName: "x", email: "x@example.com", currency: "EUR", creditLimit: money(1) }),
  ],
  listGoLiveRequests: ["platform:read", listGoLiveRequests],
  getGoLive: ["platform:read", async (ctx) => getGoLive(ctx, (await newAccount()).code)],
  approveGoLive: ["accounts:manage", (ctx) => approveGoLive(ctx, NOBODY, { plan: "starter" })],
  declineGoLive: ["accounts:manage", (ctx) => declineGoLive(ctx, NOBODY, "why")],
  getSignUpSettings: ["platform:read", getSignUpSettings],
  setSignUpOpen: ["accounts:manage", (ctx) => setSignUpOpen(ctx, false)],
  publishTerms: ["accounts:manage", (ctx) => publishTerms(ctx, "")],
  changeAccount: ["accounts:manage", (ctx) => changeAccount(ctx, NOBODY, { status: "closed" })],
  changeCredit: ["decision credit:manage", (ctx) => changeCredit(ctx, NOBODY, { limit: money(5) })],
  listAccounts: ["platform:read", listAccounts],
  listDebtors: ["platform:read", (ctx) => listDebtors(ctx)],
  stopAutoFundingOf: ["money:move", (ctx) => stopAutoFundingOf(ctx, NOBODY, "A reason.")],
  searchAccounts: ["platform:read", (ctx) => searchAccounts(ctx, { limit: 1 })],
  createUser: ["machine", (ctx) => createUser(ctx, NOBODY, { email: "x@example.com", role: "owner", password: "x" })],
  createOperator: [
    "machine",
    (ctx) => createOperator(ctx, { email: "x@example.com", password: "long enough a password" }),
  ],
  inviteForPlatform: [
    "decision members:invite",
    (ctx) => inviteForPlatform(ctx, { accountCode: NOBODY, email: "x@example.com", role: "viewer" }),
  ],
  listOperators: ["operators:manage", listOperators],
  listOperatorInvitations: ["operators:manage", listOperatorInvitations],
  inviteOperator: ["operators:manage", (ctx) => inviteOperator(ctx, { email: "x@example.com", role: "support" })],
  revokeOperatorInvitation: ["operators:manage", (ctx) => revokeOperatorInvitation(ctx, 1)],
  changeOperatorRole: ["operators:manage", (ctx) => changeOperatorRole(ctx, { userId: 0, role: null })],
  visitAccount: [
    "accounts:visit",
    (ctx) => visitAccount({ ...ctx, person: { userId: 0, sessionId: "" } }, NOBODY, "why"),
  ],
  endPersonSessions: ["sessions:end", (ctx) => endPersonSessions(ctx, NOBODY, 1)],
  endVisit: ["accounts:visit", (ctx) => endVisit({ ...ctx, person: { userId: 0, sessionId: "" } })],
  fundWallet: ["decision money:move", (ctx) => fundWallet(ctx, NOBODY, money(1))],
  adjustWallet: ["decision money:move", (ctx) => adjustWallet(ctx, NOBODY, money(1), "why")],
  refundOrder: ["decision money:move", (ctx) => refundOrder(ctx, "B2B-1", "why")],
  planApproval: ["money:move", (ctx) => planApproval(ctx, REFUND)],
  requestApproval: ["money:move", (ctx) => requestApproval(ctx, REFUND)],
  askReview: [
    "reviews:decide",
    (ctx) => requestApproval(ctx, { kind: "review", ref: "B2B-1", as: "failed", reason: "why" }),
  ],
  askCredit: [
    "credit:manage",
    (ctx) => requestApproval(ctx, { kind: "credit", accountCode: NOBODY, change: { limit: money(1) }, reason: "why" }),
  ],
  askPrice: [
    "prices:manage",
    (ctx) => requestApproval(ctx, { kind: "price", target: EVERYTHING, markup: null, reason: "why" }),
  ],
  askMembership: [
    "members:invite",
    (ctx) =>
      requestApproval(ctx, {
        kind: "membership",
        accountCode: NOBODY,
        email: "x@example.com",
        role: "owner",
        reason: "why",
      }),
  ],
  askRate: [
    "rates:manage",
    (ctx) => requestApproval(ctx, { kind: "rate", currency: "USD", rate: money(1), reason: "why" }),
  ],
  askBank: [
    "money:move",
    (ctx) => requestApproval(ctx, { kind: "bank", bank: { ...BANK, currency: "xx" }, reason: "why" }),
  ],
  setBankAccount: ["decision money:move", (ctx) => setBankAccount(ctx, { ...BANK, currency: "xx" })],
  listBankAccounts: ["platform:read", listBankAccounts],
  approve: ["platform:read", (ctx) => approve(ctx, 1)],
  decline: ["platform:read", (ctx) => decline(ctx, 1, "why")],
  listApprovals: ["platform:read", (ctx) => listApprovals(ctx, { limit: 1 })],
  listReviews: ["platform:read", (ctx) => listReviews(ctx)],
  searchPlatform: ["platform:read", (ctx) => searchPlatform(ctx, "anything")],
  listAllOrders: ["platform:read", (ctx) => listAllOrders(ctx, { limit: 1 })],
  listAllEsims: ["platform:read", (ctx) => listAllEsims(ctx, { limit: 1 })],
  listEvidence: ["platform:read", (ctx) => listEvidence(ctx, "x")],
  findOrigin: ["platform:read", (ctx) => findOrigin(ctx, "x")],
  listChoices: ["platform:read", (ctx) => listChoices(ctx, { kind: "late topup", amount: "1" } as Review)],
  askSupplier: ["reviews:decide", (ctx) => askSupplier(ctx, "ACT-999999999")],
  resolveReview: ["decision reviews:decide", (ctx) => resolveReview(ctx, "B2B-1", { as: "failed", note: "why" })],
  listRates: ["platform:read", listRates],
  listRateMoves: ["platform:read", (ctx) => listRateMoves(ctx, "EUR")],
  pinRate: [
    "decision rates:manage",
    (ctx) => pinRate(ctx, { currency: "EUR", rate: money(1), verified: true, ageMs: 0 }),
  ],
  unpinRate: ["rates:manage", (ctx) => unpinRate(ctx, "XXX")],
  verifyRate: ["rates:manage", (ctx) => verifyRate(ctx, "XXX")],
  refuseRate: ["rates:manage", (ctx) => refuseRate(ctx, "XXX")],
  refreshRates: ["rates:manage", (ctx) => refreshRates(ctx)],
  listRules: ["platform:read", (ctx) => listRules(ctx, null)],
  setRule: ["decision prices:manage", (ctx) => setRule(ctx, EVERYTHING, MARKUP)],
  setAccountMarkup: [
    "decision prices:manage",
    async (ctx) => setAccountMarkup(ctx, (await newAccount()).code, money(1)),
  ],
  removeRule: ["decision prices:manage", (ctx) => removeRule(ctx, EVERYTHING)],
  previewRule: ["platform:read", (ctx) => previewRule(ctx, EVERYTHING, null)],
  whatClosingStops: ["platform:read", (ctx) => whatClosingStops(ctx, "airalo")],
  beginExportOf: ["accounts:manage", (ctx) => beginExportOf(ctx, NOBODY)],
  eraseClosed: ["accounts:manage", eraseClosed],
  forgetBuyers: ["accounts:manage", forgetBuyers],
  listHeldMoney: ["platform:read", listHeldMoney],
  listHeldRefunds: ["platform:read", listHeldRefunds],
  whatClosingLeaves: ["platform:read", async (ctx) => whatClosingLeaves(ctx, (await newAccount()).code)],
  listUndone: ["platform:read", listUndone],
  getRoutingLimits: ["platform:read", getRoutingLimits],
  changeRoutingLimits: [
    "suppliers:manage",
    async (ctx) => {
      const { changedBy: _changedBy, changedAt: _changedAt, ...limits } = await getRoutingLimits(system());
      await changeRoutingLimits(ctx, limits);
    },
  ],
  listCredentials: ["platform:read", (ctx) => listCredentials(ctx, "airalo")],
  setCredentials: ["suppliers:manage", (ctx) => setCredentials(ctx, "nobody", { client_id: "x", client_secret: "x" })],
  removeCredentials: ["suppliers:manage", (ctx) => removeCredentials(ctx, "airalo")],
  listCheckpoints: ["platform:read", (ctx) => listCheckpoints(ctx)],
  listPlatformNotifications: ["platform:read", (ctx) => listPlatformNotifications(ctx)],
  getRule: ["platform:read", (ctx) => getRule(ctx, 1)],
  setSupplierOpen: ["suppliers:manage", (ctx) => setSupplierOpen(ctx, "nobody", false)],
  listPulls: ["platform:read", (ctx) => listPulls(ctx, "airalo")],
  listPulled: ["platform:read", (ctx) => listPulled(ctx, 1)],
  listCostMoves: ["platform:read", (ctx) => listCostMoves(ctx, "airalo")],
  withdrawPackage: ["suppliers:manage", (ctx) => withdrawPackage(ctx, "x")],
  listBackupStates: ["platform:read", listBackupStates],
  listConcerns: ["platform:read", listConcerns],
  listAlarms: ["platform:read", (ctx) => listAlarms(ctx, 60_000)],
  readBoard: ["platform:read", readBoard],
  listAlerts: ["platform:read", (ctx) => listAlerts(ctx, "open")],
  getAlertSettings: ["platform:read", getAlertSettings],
  acknowledgeAlert: ["alerts:acknowledge", (ctx) => acknowledgeAlert(ctx, 999_999)],
  changeAlertSettings: [
    "alerts:manage",
    (ctx) =>
      changeAlertSettings(ctx, {
        onCall: [],
        quietFrom: null,
        quietUntil: null,
        timeZone: "nowhere",
        unsettledMinutes: 5,
        escalateMinutes: 15,
      }),
  ],
  testAlertWebhook: ["alerts:manage", testAlertWebhook],
  listIncidents: ["platform:read", (ctx) => listIncidents(ctx)],
  listIncidentParts: ["platform:read", listIncidentParts],
  getIncident: ["platform:read", (ctx) => getIncident(ctx, 999_999)],
  listAffected: ["platform:read", (ctx) => listAffected(ctx, 999_999)],
  openIncident: ["incidents:manage", (ctx) => openIncident(ctx, { title: "x", ...INCIDENT })],
  openIncidentFromAlert: ["incidents:manage", (ctx) => openIncidentFromAlert(ctx, 999_999)],
  writeIncidentUpdate: [
    "incidents:manage",
    (ctx) => writeIncidentUpdate(ctx, { id: 999_999, seen: 1, state: "monitoring", ...INCIDENT }),
  ],
  setPublicName: ["incidents:manage", (ctx) => setPublicName(ctx, "nobody", "")],
  listUnsettled: ["platform:read", listUnsettled],
  listStakes: ["platform:read", listStakes],
  measureMails: ["platform:read", measureMails],
  measureCatalogues: ["platform:read", measureCatalogues],
  takePulse: ["platform:read", takePulse],
  listRecentCalls: ["platform:read", listRecentCalls],
  measureJobs: ["platform:read", measureJobs],
  measureWebhooks: ["platform:read", measureWebhooks],
  listPlatformTraffic: ["platform:read", listPlatformTraffic],
  listAuditRuns: ["platform:read", (ctx) => listAuditRuns(ctx)],
  requestAuditRun: ["audits:run", (ctx) => requestAuditRun(ctx, "ledger")],
  listReconciliationRuns: ["platform:read", (ctx) => listReconciliationRuns(ctx)],
  listDifferences: ["platform:read", (ctx) => listDifferences(ctx)],
  requestReconciliation: ["audits:run", (ctx) => requestReconciliation(ctx, "payments")],
  reconcile: ["audits:run", (ctx) => reconcile(ctx, "payments")],
  measureCell: ["platform:read", measureCell],
  sumCells: ["platform:read", sumCells],
  listSalesBy: ["platform:read", (ctx) => listSalesBy(ctx, "supplier", { from: new Date(0), to: new Date() })],
  listSalesByDay: ["platform:read", (ctx) => listSalesByDay(ctx, { from: new Date(0), to: new Date() })],
  bookTransfer: [
    "decision money:move",
    (ctx) =>
      bookTransfer(ctx, { from: "bank", to: "fees", amount: money(1), currency: "EUR", reference: "x", note: "why" }),
  ],
  getTrialBalance: ["platform:read", (ctx) => getTrialBalance(ctx)],
  eachJournalLine: ["platform:read", (ctx) => eachJournalLine(ctx, {}).next()],
  listStatements: ["platform:read", (ctx) => listStatements(ctx)],
  getSupplierStatement: ["platform:read", (ctx) => getSupplierStatement(ctx, 999_999)],
  previewStatement: ["audits:run", (ctx) => previewStatement(ctx, "nobody", Buffer.from("a"))],
  uploadStatement: [
    "audits:run",
    (ctx) =>
      uploadStatement(ctx, {
        ...{ supplier: "nobody", fileName: "a.csv", file: Buffer.from("a"), from: null, to: null },
        columns: { reference: "a", otherReference: "", amount: "a", currency: "", date: "", kind: "" },
      }),
  ],
  settleDifference: ["reviews:decide", (ctx) => settleDifference(ctx, 999_999, "disputed", "why")],
  sumReserved: ["platform:read", sumReserved],
  getStatement: ["platform:read", (ctx) => getStatement(ctx, NOBODY, "2026-01")],
  listAllAudit: ["platform:read", (ctx) => listAllAudit(ctx, { limit: 1 })],
  listAnnouncements: ["platform:read", (ctx) => listAnnouncements(ctx)],
  publishAnnouncement: [
    "announcements:manage",
    (ctx) =>
      publishAnnouncement(ctx, {
        tone: "info",
        title: "x",
        text: "x",
        accountCode: null,
        startsAt: null,
        endsAt: null,
      }),
  ],
  withdrawAnnouncement: ["announcements:manage", (ctx) => withdrawAnnouncement(ctx, 1)],
};

const expectedOf = (needs: Needs, role: OperatorRole): boolean =>
  needs !== "machine" && !needs.startsWith("decision ") && mayOperate(role, needs as OperatorPermission);

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
    { kind: "operator", name: "visiting@platform.example", operatorRole: "admin", role: "viewer" },
  ];

  test.each(OUTSIDERS.map((actor) => [actor.kind, "role" in actor ? actor.role : "-", actor] as const))(
    "runs no verb for %s %s",
    async (_kind, _role, actor) => {
      for (const [name, [, verb]] of Object.entries(VERBS))
        expect(await codeOf(verb(system({ actor }))), name).toBe("access_denied");
    },
  );

  test.each(OPERATOR_ROLE_NAMES)(
    "lets an operator of the role %s do what the matrix says, and nothing else",
    async (role) => {
      const { ctx } = await newOperator(role);
      for (const [name, [needs, verb]] of Object.entries(VERBS)) {
        const denied = (await codeOf(verb(ctx))) === "access_denied";
        expect(denied, name).toBe(!expectedOf(needs, role));
      }
    },
  );

  test("names a permission for every verb, and has a verb for every permission", () => {
    const needed = new Set(Object.values(VERBS).map(([needs]) => needs.replace("decision ", "")));
    expect(Object.keys(OPERATOR_PERMISSIONS).filter((permission) => !needed.has(permission))).toEqual([]);
  });
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

  test("types nobody's password: no procedure of the operator area takes one", () => {
    const taken = OPERATOR.flatMap(({ path, inputs }) =>
      inputs.filter((one) => names(one).some(isPassword)).map(() => path),
    );
    expect(taken).toEqual([]);
    // What this looks for is found where people choose their own.
    const own = PROCEDURES.filter(({ inputs }) => inputs.some((one) => names(one).some(isPassword)));
    expect(own.map(({ path }) => path)).toContain("auth.acceptInvitation");
  });

  test("can be on no reseller's team", async () => {
    const operator = await newOperator();
    const joining = createUser(system(), code, { email: operator.email, role: "viewer", password: "irrelevant" });
    expect(await codeOf(joining)).toBe("conflict");
  });
});
