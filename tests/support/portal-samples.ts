import { randomInt } from "node:crypto";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { inviteMember, listInvitations } from "#server/domain/people/staff/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { settleCheckout } from "#server/domain/shop/checkout/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { newPerson } from "./people.ts";
import { goToPay } from "./storefront.ts";
import { newPackage, system } from "./world.ts";

/** What an account has that can be named, all of it in the test environment where it belongs to one. */
export type Owned = {
  reference: string;
  iccid: string;
  handover: number;
  /** Order number of a sale, and who bought it. */
  sale: string;
  customer: string;
  packageId: string;
  draft: string;
  endpoint: number;
  delivery: number;
  request: string;
  prefix: string;
  funding: number;
  fundingReference: string;
  notice: number;
  invitation: number;
  member: number;
  session: string;
  view: number;
  discount: number;
  vouchers: number;
  page: string;
};

/** The same names, of nothing. */
export const NOBODYS: Owned = {
  reference: "B2B-999999999",
  iccid: "8999901999999999999",
  handover: 999_999,
  sale: "NNNNN-NNNNN",
  customer: "nobodys@example.com",
  packageId: "nobodys",
  draft: `portal-${Date.now()}-00000000-0000-0000-0000-000000000000`,
  endpoint: 999_999,
  delivery: 999_999,
  request: "req_nobodys",
  prefix: "svc_test_nobodys0",
  funding: 999_999,
  fundingReference: "FND-NOBODYS0",
  notice: 999_999,
  invitation: 999_999,
  member: 999_999,
  session: "nobodys0",
  view: 999_999,
  discount: 999_999,
  vouchers: 999_999,
  page: "nobodys-page",
};

/** An address that no other account of the tests has: ids of each are a million apart (`moveIds`). Nothing answers there. */
function originOf(id: number): string {
  const origin = `http://127.7.${Math.floor(id / 1_000_000) % 250}.34:9`;
  overrideEnv({ webhookAllowedOrigins: [...env().webhookAllowedOrigins, origin] });
  return origin;
}

/** An account with one of everything; its names begin with `canary` where they can. */
export async function newOwner() {
  const person = await newPerson();
  const { packageId } = await newPackage();
  const ctx = await person.inAccount("test");
  const { keyPrefix } = await createKey(system(), person.code, {
    environment: "test",
    name: "canary-key",
    scopes: ["orders:read"],
  });
  const { id: endpoint } = await createEndpoint(ctx, {
    url: `${originOf(person.userId)}/canary-${person.userId}`,
    events: ["*"],
  });
  const [test, live] = [await person.api("test"), await person.api("live")];
  const draft = `portal-${Date.now()}-${crypto.randomUUID()}`;
  const { reference } = await test.orders.place({
    draft,
    packageId,
    quantity: 1,
    clientReference: `canary-${person.userId}`,
  });
  const iccid = (await test.orders.get({ reference })).order.profiles[0]!.iccid;
  const recipient = `canary-${person.email}`;
  const { id: handover } = await test.handovers.send({ reference, iccids: [iccid], recipient, language: "de" });
  const { checkout } = await goToPay(ctx, packageId, { email: `canary-buyer-${person.userId}@example.com` });
  await payInTest(ctx, (await findPayment(ctx.db, checkout.id))!);
  await settleCheckout(system(), checkout.id);
  const { number: sale, email: customer } = checkout;
  await live.balance.requestFunding({ amount: "77.77" });
  await inviteMember(ctx, { email: `canary-${person.email}`, role: "viewer" });
  const request = `req_canary_${person.userId}`;
  await database().query(sql`
    insert into api_requests (request_id, account_id, environment, key_id, method, path, status, duration_ms, ip, created_at)
    select ${request}, ${ctx.account.id}, 'test', id, 'GET', '/api/v1/canary', 200, 1, '203.0.113.1', now() from api_keys where account_id = ${ctx.account.id}`);
  const { notice } = one(
    await database().query<{ notice: number }>(sql`
      insert into notices (account_id, environment, kind, subject, text, dedupe_key, created_at)
      values (${ctx.account.id}, 'test', 'balance.low', 'balance', 'canary', ${request}, now()) returning id as notice`),
  );
  const { delivery } = one(
    await database().query<{ delivery: number }>(
      sql`select id as delivery from deliveries where endpoint_id = ${endpoint} order by id limit 1`,
    ),
  );
  const funding = (await live.balance.funding()).requests[0]!;
  await test.discounts.create(DISCOUNT);
  const owned: Owned = {
    ...{ reference, iccid, handover, sale, customer, packageId, draft, endpoint, delivery, request, prefix: keyPrefix },
    notice,
    funding: funding.id,
    fundingReference: funding.reference,
    invitation: (await listInvitations(ctx))[0]!.id,
    member: person.userId,
    session: (await test.person.sessions())[0]!.id,
    view: (await test.views.save({ list: "orders", name: "canary", query: "status=failed", shared: true })).id,
    discount: (await test.discounts.list()).items[0]!.id,
    vouchers: (await test.vouchers.create(vouchersOf(packageId))).id,
    page: `canary-${person.userId}`,
  };
  await test.pages.save({ name: owned.page, texts: CANARY_TEXTS, isShown: true, revision: 0 });
  return { person, owned };
}

const CANARY_TEXTS = { en: { title: "Canary", body: "canary" } };

/** Codes of the account's test shop. */
const vouchersOf = (packageId: string) => ({
  ...{ name: "canary", packageId, size: 1, expiresAt: new Date(Date.now() + 86_400_000), unitCap: "100000" },
});

/** Who sells in the account's shops. */
const SELLER = {
  ...{ legalName: "Canary GmbH", address: "Canary 1", postalCode: "20095", city: "Hamburg", country: "DE" },
  ...{ vatId: "DE123456789", taxNumber: "", taxExemption: "", registerName: "", registerNumber: "" },
  ...{ representative: "", email: "canary@example.com", phone: "", withdrawalNote: "" },
};

/** A code of the account's test shop. */
const DISCOUNT = {
  code: "CANARY",
  percentOff: "10",
  startsAt: null,
  endsAt: null,
  mostUses: null,
  oncePerPerson: false,
};

/**
 * How a procedure is asked. `record`: with the name of somebody's record. `account`: it answers about the account, or the
 * person, that asks. `everybody`: the answer is the same for all who are signed in, whatever their role.
 */
export type Sample = {
  about: "record" | "account" | "everybody";
  input?(of: Owned): unknown;
  acrossEnvironments?: true;
};

const account = (input?: unknown): Sample => ({ about: "account", input: () => input });
const everybody = (input?: unknown): Sample => ({ about: "everybody", input: () => input });
const record = (input: (of: Owned) => unknown, acrossEnvironments?: true): Sample => ({
  about: "record",
  input,
  acrossEnvironments,
});

const ofOrder = record(({ reference }) => ({ reference }));
const ofEsim = record(({ iccid }) => ({ iccid }));
const ofEndpoint = record(({ endpoint }) => ({ id: endpoint }));
const ofDelivery = record(({ delivery }) => ({ id: delivery }));
const ofInvitation = record(({ invitation }) => ({ id: invitation }), true);
const ofMember = record(({ member }) => ({ userId: member }), true);
const since = new Date(0);

/** Every procedure for people in an account: a new one is added here, or the tests of the portal's API say so. */
export const SAMPLES: Record<string, Sample> = {
  "overview.announcements": everybody(),
  "overview.attention": account(),
  "overview.get": account(),
  "overview.days": account(),
  "overview.askToGoLive": account({ text: "A shop for travellers in Portugal." }),
  "catalog.list": account({}),
  "catalog.places": account(),
  "catalog.get": account("nobodys"),
  "orders.list": account({}),
  "orders.countries": account(),
  "orders.get": ofOrder,
  "orders.entries": ofOrder,
  "orders.events": ofOrder,
  "orders.previewCancel": ofOrder,
  "orders.cancel": record(({ reference, iccid }) => ({ reference, iccids: [iccid] })),
  "orders.packages": account(""),
  "orders.quote": account({ packageId: "nobodys", quantity: 1 }),
  "orders.placed": record(({ draft }) => ({ draft })),
  "orders.place": account({ draft: NOBODYS.draft, packageId: "nobodys", quantity: 1 }),
  "esims.list": account({}),
  "esims.suppliers": everybody(),
  "esims.get": ofEsim,
  "esims.usage": ofEsim,
  "esims.refresh": ofEsim,
  "esims.suspend": ofEsim,
  "esims.resume": ofEsim,
  "esims.share": ofEsim,
  "esims.shares": ofEsim,
  "esims.withdrawShares": ofEsim,
  "esims.topupOptions": ofEsim,
  "esims.topup": record(({ iccid }) => ({
    iccid,
    key: "00000000-0000-4000-8000-000000000000",
    packageCode: "any",
    maxPrice: "5",
  })),
  "esims.live": record(({ iccid }) => ({ iccid, event: "install" })),
  "handovers.list": ofOrder,
  "handovers.suggest": record(({ reference }) => ({ orders: [{ reference }] })),
  "handovers.send": record(({ reference, iccid }) => ({
    reference,
    iccids: [iccid],
    recipient: "own@example.com",
    language: "en",
  })),
  "handovers.withdraw": record(({ handover }) => ({ id: handover })),
  "balance.get": account(),
  "balance.owed": account(),
  "balance.reserved": account(),
  "balance.ledger": account({}),
  "balance.chainHead": account(),
  "balance.chain": account({ after: 0 }),
  "balance.alert": account(),
  "balance.setAlert": account({ threshold: "5", recipients: ["own@example.com"] }),
  "balance.clearAlert": account(),
  "balance.funding": account(),
  "balance.requestFunding": account({ amount: "5" }),
  "balance.payByCard": account({ amount: "5" }),
  "balance.checkCard": record(({ fundingReference }) => ({ reference: fundingReference }), true),
  "balance.autoFunding": account(),
  "balance.setAutoFunding": account({ threshold: "5", amount: "5", monthlyCap: "5" }),
  "balance.stopAutoFunding": account(),
  "balance.saveCard": account(),
  "balance.checkSavedCard": account(),
  "balance.removeCard": account(),
  "balance.withdrawFunding": record(({ funding }) => ({ id: funding }), true),
  "keys.list": account(),
  "keys.options": everybody(),
  "keys.create": account({
    name: "own",
    scopes: ["orders:read"],
    allowedIps: [],
    requireHmac: false,
    expiresInDays: null,
  }),
  "keys.change": record(({ prefix }) => ({ prefix, name: "own", allowedIps: [] })),
  "keys.usage": record(({ prefix }) => ({ prefix })),
  "keys.mcp": record(({ prefix }) => ({ prefix })),
  "keys.setMcp": record(({ prefix }) => ({ prefix, terms: { dailyActs: 5, dailyAmount: "10" } })),
  "keys.rotate": record(({ prefix }) => ({ prefix, overlapHours: 0 })),
  "keys.revoke": record(({ prefix }) => ({ prefix })),
  "sales.list": account({}),
  "sales.get": record(({ sale }) => ({ number: sale })),
  "sales.refund": record(({ sale }) => ({
    number: sale,
    attempt: "00000000-0000-4000-8000-000000000000",
    amount: "0.01",
    reason: "canary",
  })),
  "sales.evidence": record(({ sale }) => ({ number: sale })),
  "sales.resolveRefund": record(({ sale }) => ({ number: sale, cause: "whole", elsewhere: null })),
  "sales.invoices": account({}),
  "sales.customers": account({}),
  "sales.customer": record(({ customer }) => ({ email: customer })),
  "sales.figures": account({ by: "day" }),
  "sales.conversion": account({ by: "day" }),
  "law.get": account(),
  "law.countries": everybody(),
  "law.missing": account(),
  "law.setSeller": account(SELLER),
  "law.confirmVat": account({ mode: "included", rates: { DE: "19" }, invoicePrefix: "INV-", creditPrefix: "CN-" }),
  "law.stopVat": account(),
  "autoTopups.get": account(),
  "autoTopups.set": account({ enabled: true }),
  "autoTopups.stop": ofEsim,
  "guarantee.get": account(),
  "guarantee.set": account({ monthly: 20 }),
  "storefront.sender": account(),
  "storefront.setSender": account({ address: "hello@canary.example" }),
  "storefront.verifySender": account(),
  "storefront.removeSender": account(),
  "mailWords.get": account(),
  "mailWords.preview": account({ kind: "order", language: "en", subject: "Canary", note: "" }),
  "mailWords.set": account({ kind: "order", language: "en", subject: "Canary", note: "" }),
  "pages.list": account(),
  "pages.get": record(({ page }) => page),
  "pages.save": record(({ page }) => ({
    name: page,
    texts: CANARY_TEXTS,
    isShown: true,
    revision: 1,
  })),
  "pages.remove": record(({ page }) => ({ name: page, revision: 1 })),
  "discounts.list": account(),
  "discounts.preview": account({ percentOff: "10" }),
  "discounts.create": account(DISCOUNT),
  "discounts.change": record(({ discount }) => ({ id: discount, active: true })),
  "vouchers.list": account(),
  "vouchers.get": record(({ vouchers }) => ({ id: vouchers })),
  "vouchers.create": account(vouchersOf("nobodys")),
  "vouchers.block": record(({ vouchers }) => ({ id: vouchers, blocked: true })),
  "storefront.retailRules": account(),
  "storefront.state": account(),
  "storefront.previewRetailRule": account({ markupPercent: "40", ending: "none" }),
  "storefront.mails": account({}),
  "storefront.setRetailRule": account({ markupPercent: "40", ending: "none" }),
  "storefront.removeRetailRule": account({}),
  "storefront.domain": account(),
  "storefront.verifyDomain": account(),
  "storefront.payments": account(),
  "storefront.setStripeKeys": account({ secretKey: "sk_test_12345678" }),
  "storefront.removeStripeKeys": account(),
  "brand.get": account(),
  "brand.versions": account(),
  "brand.shownPrices": account({ rounding: ".99" }),
  "brand.saveDraft": account({ fields: { locale: "de" }, revision: 0 }),
  "brand.publish": account({ revision: 0, version: 0 }),
  "brand.restore": account({ number: 1, version: 0 }),
  "brand.addPicture": account({ use: "logo", picture: "AAAA" }),
  "brand.setDomain": account({ custom_domain: "" }),
  "webhooks.list": account(),
  "webhooks.get": ofEndpoint,
  "webhooks.events": everybody(),
  "webhooks.sample": account("order.created"),
  "webhooks.checkAddress": account("https://93.184.216.34/own"),
  "webhooks.create": {
    about: "account",
    // Each its own: two accounts with endpoints of one host would each find its own by the other's address.
    input: () => ({ url: `https://93.${randomInt(1, 250)}.${randomInt(1, 250)}.34/hooks`, events: ["*"] }),
  },
  "webhooks.update": record(({ endpoint }) => ({ id: endpoint, events: ["*"] })),
  "webhooks.enable": ofEndpoint,
  "webhooks.disable": ofEndpoint,
  "webhooks.rotate": ofEndpoint,
  "webhooks.switchSecret": ofEndpoint,
  "webhooks.send": record(({ endpoint }) => ({ id: endpoint, type: "order.created" })),
  "webhooks.deliveries": record(({ endpoint }) => ({ endpoint: String(endpoint) })),
  "webhooks.delivery": ofDelivery,
  "webhooks.replay": ofDelivery,
  "webhooks.countSince": record(({ endpoint }) => ({ id: endpoint, since, which: "all" })),
  "webhooks.replaySince": record(({ endpoint }) => ({ id: endpoint, since, which: "failed" })),
  "webhooks.countMatching": record(({ endpoint }) => ({ endpoint: String(endpoint) })),
  "webhooks.replayMatching": record(({ endpoint }) => ({ endpoint: String(endpoint) })),
  "drills.list": account(),
  "drills.start": record(({ endpoint, prefix }) => ({ prefix, endpointId: endpoint })),
  "drills.stop": account(),
  "notices.unread": account(),
  "notices.list": account({}),
  "notices.read": record(({ notice }) => ({ id: notice })),
  "requests.list": record(({ prefix }) => ({ key: prefix })),
  "requests.choices": account(),
  "requests.errors": account({}),
  "requests.get": record(({ request }) => request),
  "views.list": account({ list: "orders" }),
  "views.save": account({ list: "orders", name: "own", query: "", shared: false }),
  "views.change": record(({ view }) => ({ id: view, name: "own" })),
  "views.remove": record(({ view }) => ({ id: view })),
  "team.members": account(),
  "team.invitations": account(),
  "team.roles": everybody(),
  "team.invite": account({ email: "own@example.com", role: "viewer" }),
  "team.resend": ofInvitation,
  "team.revoke": ofInvitation,
  "team.changeRole": record(({ member }) => ({ userId: member, role: "viewer" }), true),
  "team.remove": ofMember,
  "team.endSessions": ofMember,
  "team.transfer": ofMember,
  "team.audit": account({}),
  "search.find": record(({ reference }) => reference),
};
