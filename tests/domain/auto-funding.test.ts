import fc from "fast-check";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { reconcile } from "#server/domain/control/reconciliation/index.ts";
import {
  checkCardSetup,
  fundLowWallets,
  getAutoFunding,
  listFundingRequests,
  openCardSetup,
  receiveFundingWebhook,
  removeSavedCard,
  setAutoFunding,
  settleFunding,
  stopAutoFunding,
  stopAutoFundingOf,
} from "#server/domain/money/funding/index.ts";
import { adjustWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Database, database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { liveUntil } from "#tests/support/dying-process.ts";
import { newPerson } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

// A wallet is funded from a saved card by itself: once, whatever becomes of the provider's answers, the processes and the switch.

const SECRET = "whsec_platform";
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url, stripe: { secretKey: "sk_test_platform", webhookSecret: SECRET } });
const well = { down: false, loseAnswers: 0, cards: "succeeded" as const, misbehave: () => null };
afterEach(() => Object.assign(stripe.state, well, { ahead: 0 }));
afterAll(async () => {
  for (const intent of stripe.intents) if (intent.status === "processing") land(intent);
  await settleAll();
  expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
  stripe.close();
});

const clock = { now: () => new Date(Date.now() + stripe.state.ahead) };
const later = (ms: number) => {
  stripe.state.ahead += ms;
};
const now = (db?: Database) => system({ clock, ...(db && { db }) });
/** So long after the next month begins, or before it. */
const goToNextMonth = (ms: number) => {
  const now = clock.now();
  later(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) + ms - now.getTime());
};
const SURE = 11 * MINUTE;

type Limits = { threshold?: number; amount?: number; monthlyCap?: number };

async function funded({ threshold = 50, amount = 40, monthlyCap = 1_000 }: Limits = {}, wallet = 100) {
  const ctx = { ...(await enter((await newAccount({ wallet })).code)), clock };
  await saved(ctx);
  await setAutoFunding(ctx, { threshold: money(threshold), amount: money(amount), monthlyCap: money(monthlyCap) });
  return ctx;
}
async function saved(ctx: AccountCtx): Promise<string> {
  await openCardSetup(ctx, "payer@example.com");
  const card = stripe.saveCard([...stripe.sessions.keys()].at(-1)!);
  await checkCardSetup(ctx);
  return card;
}
const spend = (ctx: AccountCtx, amount: number) => adjustWallet(system(), ctx.account.code, money(-amount), "spent");
const walletOf = async (ctx: AccountCtx) => (await getBalance(ctx)).walletBalance.toNumber();
const look = () => fundLowWallets(now());
const intentsOf = (rows: Request[]) =>
  stripe.intents.filter(({ metadata }) => rows.some(({ reference }) => metadata.subject === `funding-${reference}`));
type Request = { id: number; reference: string; accountId: number };
const requestsOf = (ctx?: AccountCtx) =>
  database().query<Request>(sql`
    select id, reference, account_id from funding_requests where automatic and account_id = coalesce(${ctx?.account.id ?? null}::int, account_id) order by id`);
const settleAll = async (ctx?: AccountCtx, db?: Database) => {
  for (const { id } of await requestsOf(ctx)) await settleFunding(now(db), id);
};
const charges = async (ctx: AccountCtx) => {
  const own = intentsOf(await requestsOf(ctx));
  return { made: own.filter(({ status }) => status === "succeeded").length, asked: own.length };
};
const told = async (ctx: AccountCtx) =>
  (await listNotifications(ctx, { limit: 50 })).items
    .filter(({ kind }) => kind === "funding.automatic")
    .map(({ text }) => text);
/** What is sent to charge a card is not answered, also not when the client tries again by itself. */
const losing = (how: "lose" | "refuse") => (method: string, path: string) =>
  method === "POST" && path === "/v1/payment_intents" ? how : null;
const land = (intent: (typeof stripe.intents)[number]) =>
  Object.assign(intent, { status: "succeeded", amount_received: intent.amount });

test("a wallet that falls below is funded once, however many orders cross it together and however many look", async () => {
  const ctx = await funded();
  await look();
  expect(await requestsOf(ctx)).toEqual([]);
  await Promise.all([...[20, 20, 20].map((amount) => spend(ctx, amount)), look(), look()]);
  await Promise.all([look(), look(), look()]);
  const [request] = await requestsOf(ctx);
  await Promise.all([1, 2, 3].map(() => settleFunding(now(), request!.id)));
  await Promise.all([look(), settleAll(ctx)]);
  expect(await charges(ctx)).toEqual({ made: 1, asked: 1 });
  expect(await walletOf(ctx)).toBe(80);
  expect(await listFundingRequests(ctx)).toMatchObject([{ method: "card", automatic: true, status: "received" }]);
  expect(await getAutoFunding(ctx)).toMatchObject({ underWay: null, thisMonth: money(40), failures: 0 });
});

test.each(["lose", "refuse"] as const)(
  "a charge whose answer is missing is looked for before anything else happens (%s)",
  async (how) => {
    const ctx = await funded();
    await spend(ctx, 60);
    await look();
    stripe.state.misbehave = losing(how);
    await settleAll(ctx);
    expect((await charges(ctx)).asked).toBe(how === "lose" ? 1 : 0);
    Object.assign(stripe.state, well);
    await settleAll(ctx);
    await look();
    expect(await charges(ctx)).toEqual(how === "lose" ? { made: 1, asked: 1 } : { made: 0, asked: 0 });
    // What was not there at first is sent again only when it can no longer appear.
    later(SURE);
    await settleAll(ctx);
    await settleAll(ctx);
    expect(await charges(ctx)).toEqual({ made: 1, asked: 1 });
    expect(await walletOf(ctx)).toBe(80);
  },
);

test("what was funded by hand while a charge could not be sent is not charged again; one that was taken all the same is booked", async () => {
  for (const [how, made, wallet] of [
    ["refuse", 0, 140],
    ["lose", 1, 180],
  ] as const) {
    const ctx = await funded();
    await spend(ctx, 60);
    await look();
    stripe.state.misbehave = losing(how);
    await settleAll(ctx);
    await adjustWallet(system(), ctx.account.code, money(100), "a transfer came");
    Object.assign(stripe.state, well);
    later(SURE);
    await settleAll(ctx);
    expect(await charges(ctx), how).toMatchObject({ made });
    expect(await walletOf(ctx), how).toBe(wallet);
    expect(await getAutoFunding(ctx), how).toMatchObject({ enabled: true, underWay: null, failures: 0 });
    expect(await told(ctx), how).toEqual([]);
    // The next time that little is left it is charged as ever.
    await spend(ctx, wallet - 40);
    await look();
    await settleAll(ctx);
    expect(await charges(ctx), how).toMatchObject({ made: made + 1 });
    expect(await walletOf(ctx), how).toBe(80);
  }
});

test("a declined card is told, tried again hours later, and after three times in a row automatic funding is off", async () => {
  const ctx = await funded();
  await spend(ctx, 60);
  stripe.state.cards = "declined";
  for (let failure = 1; failure <= 3; failure++) {
    await look();
    await Promise.all([settleAll(ctx), settleAll(ctx)]);
    await look();
    expect(await charges(ctx)).toEqual({ made: 0, asked: failure });
    expect(await told(ctx)).toHaveLength(failure);
    later(6 * HOUR);
  }
  // Nobody can pay it later.
  expect(new Set(intentsOf(await requestsOf(ctx)).map(({ status }) => status))).toEqual(new Set(["canceled"]));
  expect((await told(ctx))[0]).toMatch(
    /could not be charged 40\.00 USD.*declined\. After 3 failures.*switched itself off/,
  );
  expect(await getAutoFunding(ctx)).toMatchObject({ enabled: false, offReason: expect.stringContaining("declined") });
  stripe.state.cards = "succeeded";
  expect(await look()).toBe(0);
  await setAutoFunding(ctx, { threshold: money(50), amount: money(40), monthlyCap: money(100) });
  await look();
  await settleAll(ctx);
  expect(await walletOf(ctx)).toBe(80);
  expect(await getAutoFunding(ctx)).toMatchObject({ enabled: true, offReason: null, failures: 0 });
});

test("no more is charged in a month than is allowed, which is told once; the next month begins anew", async () => {
  goToNextMonth(-HOUR);
  const ctx = await funded({ threshold: 500, amount: 40, monthlyCap: 100 });
  for (let i = 0; i < 5; i++) {
    await look();
    await settleAll(ctx);
  }
  expect(await charges(ctx)).toEqual({ made: 2, asked: 2 });
  expect(await told(ctx)).toEqual([expect.stringContaining("would pass the 100.00 USD that you allow")]);
  later(2 * HOUR);
  await look();
  await settleAll(ctx);
  expect(await charges(ctx)).toEqual({ made: 3, asked: 3 });
  await stopAutoFunding(ctx);
});

describe("switched off", () => {
  const underWay = async () => {
    const ctx = await funded();
    await spend(ctx, 60);
    await look();
    return ctx;
  };

  test("before a charge was sent, nothing is charged", async () => {
    const ctx = await underWay();
    await stopAutoFunding(ctx);
    await settleAll(ctx);
    expect(await charges(ctx)).toEqual({ made: 0, asked: 0 });
    expect(await listFundingRequests(ctx)).toMatchObject([{ status: "withdrawn", failure: null }]);
    expect(await told(ctx)).toEqual([]);
  });

  test("by the closing of the account: a charge that the provider was not there to take is not sent afterwards", async () => {
    const ctx = await funded();
    await spend(ctx, 80);
    await look();
    stripe.state.misbehave = losing("refuse");
    await settleAll(ctx);
    await changeAccount(system(), ctx.account.code, { status: "closed" });
    later(SURE);
    Object.assign(stripe.state, well);
    await settleAll(ctx);
    expect(await charges(ctx)).toEqual({ made: 0, asked: 0 });
    expect(await walletOf(ctx)).toBe(20);
    expect(await look()).toBe(0);
    expect(await requestsOf(ctx)).toHaveLength(1);
  });

  test("while a charge is under way: it is booked when it was made, and not sent again when it was not", async () => {
    for (const [how, wallet] of [
      ["lose", 80],
      ["refuse", 40],
    ] as const) {
      const ctx = await underWay();
      stripe.state.misbehave = losing(how);
      await settleAll(ctx);
      const { underWay: reference } = await stopAutoFunding(ctx);
      expect(reference).toMatch(/^FND-/);
      await expect(removeSavedCard(ctx)).rejects.toMatchObject({ code: "conflict" });
      Object.assign(stripe.state, well);
      await settleAll(ctx);
      later(SURE);
      await settleAll(ctx);
      expect(await walletOf(ctx)).toBe(wallet);
      expect((await getAutoFunding(ctx))?.underWay).toBeNull();
    }
  });

  test("by our staff, who say why: the team is told", async () => {
    const ctx = await funded();
    await expect(stopAutoFundingOf(system(), ctx.account.code, " ")).rejects.toMatchObject({
      code: "validation_error",
    });
    await stopAutoFundingOf(system(), ctx.account.code, "The card was reported stolen.");
    await spend(ctx, 60);
    await look();
    expect(await requestsOf(ctx)).toEqual([]);
    expect(await told(ctx)).toEqual([expect.stringContaining("The card was reported stolen.")]);
    await expect(stopAutoFundingOf(system(), ctx.account.code, "Again.")).rejects.toMatchObject({ code: "conflict" });
  });
});

/** All of the points with `npm run faults:deaths`. */
const STRIDE = process.env.DEATHS === "full" ? 1 : 3;

test("a process that dies anywhere between the decision and the booking charges once and books once", async () => {
  const stories: { ctx: AccountCtx; point: string }[] = [];
  // Nobody looks after the others before the last has died, so that all have the same points.
  const rest = (until: Date | null) => database().query(sql`update auto_fundings set retry_at = ${until}`);
  for (let at = 0, died = true; died; at += STRIDE) {
    await rest(new Date(Date.now() + 24 * HOUR));
    const ctx = await funded();
    await spend(ctx, 60);
    const lived = await liveUntil(at, async (db) => {
      await fundLowWallets(now(db));
      await settleAll(ctx, db);
    });
    died = lived.died;
    stories.push({ ctx, point: lived.points.at(-1)! });
  }
  expect(stories.length).toBeGreaterThan(7);
  await rest(null);
  for (let i = 0; i < 3; i++) {
    await look();
    await settleAll();
    later(SURE);
  }
  for (const { ctx, point } of stories) {
    expect(await charges(ctx), point).toEqual({ made: 1, asked: 1 });
    expect(await walletOf(ctx), point).toBe(80);
  }
});

test("a charge of which nothing can be learned for thirty days is before people, and asked for once a day", async () => {
  const ctx = await funded();
  await spend(ctx, 60);
  await look();
  const { lastRequestId: id } = await database().prisma.autoFunding.findUniqueOrThrow({
    where: { accountId: ctx.account.id },
  });
  const key = `settle-funding:${id}`;
  overrideEnv({ stripe: undefined });
  try {
    for (const days of [31, 1]) {
      later(days * DAY);
      await database().prisma.outboxJob.deleteMany({ where: { key } });
      await settleFunding(now(), id!);
      const next = await database().prisma.outboxJob.findUniqueOrThrow({ where: { key } });
      expect(Math.round((next.runAt.getTime() - clock.now().getTime()) / HOUR)).toBe(24);
    }
  } finally {
    overrideEnv({ stripe: { secretKey: "sk_test_platform", webhookSecret: SECRET } });
  }
  const subject = ctx.account.code;
  expect(await database().prisma.notification.count({ where: { kind: "funding.unread", subject } })).toBe(1);
  const request = await database().prisma.fundingRequest.findUniqueOrThrow({ where: { id: id! } });
  expect(request.withdrawnAt).toBeNull();
  await stopAutoFunding(ctx);
  await settleAll();
});

test("a charge that takes its time is booked when the provider's webhook says so, and one that nobody looked at is found by reconciliation", async () => {
  const ctx = await funded();
  await spend(ctx, 60);
  await look();
  stripe.state.cards = "processing";
  await settleAll(ctx);
  expect(await walletOf(ctx)).toBe(40);
  const [intent] = intentsOf(await requestsOf(ctx));
  land(intent!);
  const { body, signature } = stripe.notice(intent!.id, SECRET, undefined, { object: "payment_intent" });
  expect(await receiveFundingWebhook(system(), body, signature)).toBe(true);
  await runJobsUntil(async () => (await walletOf(ctx)) === 80);

  stripe.state.cards = "succeeded";
  await spend(ctx, 60);
  await look();
  stripe.state.misbehave = losing("lose");
  await settleAll(ctx);
  Object.assign(stripe.state, well);
  intentsOf(await requestsOf(ctx)).at(-1)!.created -= 1_800;
  expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
  expect(await walletOf(ctx)).toBe(60);
});

test("a card is saved on the provider's page, replaced and removed there too; what cannot be is refused", async () => {
  const { code } = await newAccount({ currency: "JPY" });
  const ctx = await enter(code);
  const limits = { threshold: money(500), amount: money(1_000), monthlyCap: money(2_000) };
  await expect(setAutoFunding(ctx, limits)).rejects.toMatchObject({ code: "conflict" });
  await openCardSetup(ctx, "payer@example.com");
  await checkCardSetup(ctx);
  expect(await getAutoFunding(ctx)).toMatchObject({ cardPending: true, cardDigits: null });
  const [session] = [...stripe.sessions.keys()].slice(-1);
  stripe.saveCard(session!);
  const { body, signature } = stripe.notice(session!, SECRET);
  expect(await receiveFundingWebhook(system(), body, signature)).toBe(true);
  expect(await getAutoFunding(ctx)).toMatchObject({ cardPending: false, cardDigits: "4242", cardExpires: "2031-12" });
  const former = stripe.sessions.get(session!)!.setup!.card!;
  const second = await saved(ctx);
  expect(stripe.detached).toContain(former);
  const refuse = (change: object, by: AccountCtx = ctx) => expect(setAutoFunding(by, { ...limits, ...change })).rejects;
  await refuse({ monthlyCap: money(999) }).toMatchObject({ details: { field: "monthlyCap" } });
  await refuse({ amount: money("10.50") }).toMatchObject({ details: { field: "amount" } });
  await refuse({}, await enter(code, "test")).toMatchObject({ code: "conflict" });
  await refuse({}, await (await newPerson("viewer", code)).inAccount()).toMatchObject({ code: "access_denied" });
  await setAutoFunding(ctx, limits);
  stripe.state.down = true;
  await expect(removeSavedCard(ctx)).rejects.toMatchObject({ code: "supplier_error" });
  expect(await getAutoFunding(ctx)).toMatchObject({ enabled: false });
  stripe.state.down = false;
  await removeSavedCard(ctx);
  expect(stripe.detached).toContain(second);
  expect(await getAutoFunding(ctx)).toMatchObject({ enabled: false, cardDigits: null });
  await expect(setAutoFunding(ctx, limits)).rejects.toMatchObject({ code: "conflict" });
});

type Act =
  | "spend"
  | "look"
  | "settle"
  | "off"
  | "on"
  | "wait"
  | "declined"
  | "processing"
  | "succeeded"
  | "lose"
  | "refuse"
  | "well";
const ACTS: Act[] = [
  "spend",
  "look",
  "settle",
  "look",
  "settle",
  "off",
  "on",
  "wait",
  "declined",
  "processing",
  "succeeded",
  "lose",
  "refuse",
  "well",
];

test("whatever the sequence of spending, answers, switches and waits: what was charged is booked, once, within the month's most", async () => {
  const run = fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { minLength: 40, maxLength: 40 }), async (acts) => {
    Object.assign(stripe.state, well, { ahead: 0 });
    goToNextMonth(24 * HOUR);
    const limits = { threshold: 60, amount: 40, monthlyCap: 200 };
    const ctx = await funded(limits);
    let spent = 0;
    for (const act of acts) {
      if (act === "spend") {
        if ((await walletOf(ctx)) < 15) continue;
        await spend(ctx, 15);
        spent += 15;
      } else if (act === "look") await Promise.all([look(), look()]);
      else if (act === "settle") await Promise.all([settleAll(ctx), settleAll(ctx)]);
      else if (act === "off") await stopAutoFunding(ctx);
      else if (act === "on")
        await setAutoFunding(ctx, { threshold: money(60), amount: money(40), monthlyCap: money(200) });
      else if (act === "wait") later(SURE);
      else if (act === "lose" || act === "refuse") stripe.state.misbehave = losing(act);
      else if (act === "well") stripe.state.misbehave = () => null;
      else stripe.state.cards = act;
      const rows = await requestsOf(ctx);
      const own = intentsOf(rows);
      expect(new Set(own.map(({ metadata }) => metadata.subject)).size).toBe(own.length);
      const paid = own.filter(({ status }) => status === "succeeded").length;
      expect(paid * limits.amount).toBeLessThanOrEqual(limits.monthlyCap);
      expect(await walletOf(ctx)).toBeLessThanOrEqual(100 - spent + paid * limits.amount);
    }
    Object.assign(stripe.state, well);
    await stopAutoFunding(ctx);
    for (const intent of intentsOf(await requestsOf(ctx))) if (intent.status === "processing") land(intent);
    await settleAll(ctx);
    later(SURE);
    await settleAll(ctx);
    const { made } = await charges(ctx);
    expect(await walletOf(ctx)).toBe(100 - spent + made * limits.amount);
    expect((await getAutoFunding(ctx))?.underWay).toBeNull();
  });
  await fc.assert(run, { numRuns: Number(process.env.FUNDING_RUNS ?? 4), endOnFailure: true });
});
