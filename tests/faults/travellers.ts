import { setTimeout as sleep } from "node:timers/promises";
import type { RunningStore } from "../support/running-store.ts";
import type { Service } from "../support/service.ts";
import type { fakeStripe } from "../support/stripe.ts";
import { type Afterwards, dispute, refund } from "./afterwards.ts";
import { misbehave } from "./misbehave.ts";
import type { Random } from "./random.ts";

export const WEBHOOK_SECRET = "whsec_of_the_fault_run";

type Stripe = Awaited<ReturnType<typeof fakeStripe>>;
type Package = { packageId: string; supplier: string };

/** Where travellers buy, with what, and how much goes wrong. */
export type Journey = {
  service: Service;
  stripe: Stripe;
  stores: RunningStore[];
  packages: Package[];
  /** How many suppliers' calls misbehave, and how many of the provider's. */
  share: number;
  /** Where shops hand out codes and vouchers, and staff and banks give money back. */
  after?: Afterwards;
};

/** What one traveller saw: held against everybody's books in the end. */
export type Traveller = { email: string; store: string; quantity: number; paid: string[]; opened: string[] };

export type Seen = { travellers: Traveller[]; refusals: Map<string, number>; misbehaviours: Map<string, number> };

export const newSeen = (): Seen => ({ travellers: [], refusals: new Map(), misbehaviours: new Map() });

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** The provider's calls go wrong by chance: lost answers, refused connections, and few that are never answered. */
export function disturb({ stripe, share }: Journey, random: Random, seen: Seen): void {
  stripe.state.misbehave = () => {
    const drawn = random.next();
    const fault = drawn < share * 0.4 ? "lose" : drawn < share * 0.8 ? "refuse" : drawn < share * 0.82 ? "hang" : null;
    if (fault) count(seen.misbehaviours, `provider ${fault}`);
    return fault;
  };
}

/** Somebody comes, buys, pays or does not, and comes back or does not. What the network loses is tried again. */
export async function travel(journey: Journey, number: number, random: Random, seen: Seen): Promise<void> {
  const { service, stores, packages, share } = journey;
  const store = random.pick(stores);
  const { packageId, supplier } = random.pick(packages);
  // A search that denies twice what was bought is believed, and what it costs shows in the suppliers' books: not here.
  const operation = random.next() < 0.7 ? "order" : "query";
  const denial = operation === "query" ? "not_found_then_found" : "";
  if (random.next() < share) await misbehave(service, supplier, operation, random, seen, denial).catch(() => {});
  const quantity = random.next() < 0.8 ? 1 : 2 + random.below(2);
  const traveller: Traveller = {
    email: `traveller-${number}@example.com`,
    store: store.slug,
    quantity,
    paid: [],
    opened: [],
  };
  seen.travellers.push(traveller);
  const here = `/store/${store.slug}/en`;
  const voucher = random.next() < 0.12 ? journey.after?.vouchers.get(store.slug)?.pop() : undefined;
  if (voucher) return await redeem(journey, here, traveller, voucher, seen);
  const path = `${here}/checkout/${encodeURIComponent(packageId)}`;
  const page = await visit(journey, path);
  const price = /name="price" value="([^"]+)"/.exec(page.text)?.[1];
  const attempt = /name="attempt" value="([^"]+)"/.exec(page.text)?.[1];
  if (!price || !attempt) return void count(seen.refusals, "no price");
  // Now and then from a page that was left open while the price moved, and twice with one click.
  const stale = random.next() < 0.04;
  const fields: Record<string, string> = {
    attempt,
    price: stale ? (Number(price) + 1).toFixed(2) : price,
    email: traveller.email,
    email2: traveller.email,
    quantity: String(quantity),
    compatible: "1",
    terms: "1",
    ...(journey.after && { country: "DE", ...(random.next() < 0.3 && { code: journey.after.codes.get(store.slug)! }) }),
  };
  // Now and then a second plan in the same purchase.
  const others = packages.filter((one) => one.packageId !== packageId);
  const second = random.next() < 0.25 ? [`${1 + random.below(2)} ${random.pick(others).packageId}`] : [];
  for (const other of second) {
    fields.other = other;
    count(seen.misbehaviours, "several plans");
  }
  const clicks = random.next() < 0.1 ? 2 : 1;
  const led = await Promise.all(
    Array.from({ length: clicks }, () => send(journey, `${path}/pay`, fields, page.cookie)),
  );
  // What the browser holds when the provider leads it back.
  const cookie = [page.cookie, ...led.map(({ cookie }) => cookie)].filter(Boolean).join("; ");
  for (const { to } of led) {
    const problem = /problem=(\w+)/.exec(to)?.[1];
    if (problem) count(seen.refusals, problem);
    const session = /\/c\/pay\/(cs_[\w-]+)/.exec(to)?.[1];
    if (session && !traveller.opened.includes(session)) traveller.opened.push(session);
  }
  if (stale && traveller.opened.length > 0) throw new Error("A stale price was accepted.");
  for (const session of traveller.opened) await pay(journey, traveller, session, cookie, random, seen);
}

/** Twice at once: one code is one purchase. */
async function redeem(journey: Journey, here: string, traveller: Traveller, code: string, seen: Seen): Promise<void> {
  const page = await visit(journey, `${here}/redeem`);
  const attempt = /name="attempt" value="([^"]+)"/.exec(page.text)![1]!;
  const { email } = traveller;
  const fields = { attempt, code, email, email2: email, compatible: "1", terms: "1" };
  const led = await Promise.all([1, 2].map(() => send(journey, `${here}/redeem/take`, fields, page.cookie)));
  for (const { to } of led) count(seen.misbehaviours, /order\//.test(to) ? "voucher" : "voucher refused");
}

/** What becomes of money that was paid: staff refund it, or the card's bank asks it back. */
async function goBack(journey: Journey, store: RunningStore, session: string, random: Random, seen: Seen) {
  const { after, stripe } = journey;
  if (!after) return;
  if (random.next() < 0.25) {
    await sleep(random.below(1_500));
    count(seen.misbehaviours, await refund(after, store, session, random));
  }
  if (random.next() > 0.08) return;
  const about = dispute(stripe, session);
  if (!about) return;
  count(seen.misbehaviours, "dispute");
  await notify(journey, store, session, undefined, WEBHOOK_SECRET, about);
}

async function pay(
  journey: Journey,
  traveller: Traveller,
  session: string,
  cookie: string,
  random: Random,
  seen: Seen,
): Promise<void> {
  const { stripe, stores } = journey;
  if (random.next() < 0.12) return;
  await sleep(random.below(400));
  stripe.pay(session);
  traveller.paid.push(session);
  const store = stores.find(({ slug }) => slug === traveller.store)!;
  const back = new URL(stripe.sessions.get(session)!.success_url).pathname;
  const comesBack = random.next() < 0.7;
  const webhooks = [0, 1, 1, 1, 2, 3][random.below(6)]!;
  const notice = `evt_${session}`;
  const deeds = [
    ...(comesBack ? [() => comeBack(journey, back, cookie)] : []),
    // The same notice again, or another about the same payment; one that is forged is refused.
    ...Array.from({ length: webhooks }, (_, i) => () => notify(journey, store, session, i === 1 ? notice : undefined)),
    ...(random.next() < 0.05 ? [() => notify(journey, store, session, undefined, "whsec_forged")] : []),
  ];
  const order = random.next() < 0.5 ? deeds : deeds.reverse();
  if (random.next() < 0.5) await Promise.all(order.map((deed) => deed()));
  else for (const deed of order) await deed();
  await goBack(journey, store, session, random, seen);
}

async function notify(
  journey: Journey,
  store: RunningStore,
  session: string,
  id?: string,
  secret = WEBHOOK_SECRET,
  about?: object,
) {
  const { body, signature } = journey.stripe.notice(session, secret, id, about);
  const url = `${journey.service.url}/api/payments/stripe/${store.code}/live`;
  // A provider gives up on a webhook sooner than travellers on their money: a lost one is not sent again here.
  await fetch(url, { method: "POST", body, headers: { "stripe-signature": signature } }).catch(() => null);
}

/** The service may be down for as long as a start takes: travellers try again. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + 4 * 60_000;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(500);
    }
}

const browser = () => ({ "x-forwarded-for": `198.51.100.${Math.floor(Math.random() * 254) + 1}` });

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

const visit = ({ service }: Journey, path: string, cookie = "") => insist(() => read(service, path, cookie));

type Visited = { status: number; text: string; cookie: string; to: string | null };

async function read(service: Journey["service"], path: string, cookie: string): Promise<Visited> {
  const answer = await fetch(service.url + path, { headers: { ...browser(), cookie }, redirect: "manual" });
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
  const to = answer.headers.get("location");
  // Under an address of a plan as it once was.
  if (answer.status === 308 && to) return await read(service, new URL(to, service.url).pathname, cookie);
  return { status: answer.status, text: await answer.text(), cookie: cookieOf(answer), to };
}

/** To the purchase, by the browser that began it. */
async function comeBack(journey: Journey, back: string, cookie: string): Promise<void> {
  const { to } = await visit(journey, back, cookie);
  if (!to || !/\/order\/\w{43}$/.test(to)) throw new Error(`${back} led to ${to}.`);
  await visit(journey, to, cookie);
}

/** Sends a form and answers where it leads. The same form again is the same purchase. */
const send = ({ service }: Journey, path: string, fields: Record<string, string>, cookie: string) =>
  insist(async () => {
    const answer = await fetch(service.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { ...browser(), origin: service.url, cookie },
      redirect: "manual",
    });
    if (answer.status !== 303) throw new Error(`${path}: ${answer.status}`);
    const to = answer.headers.get("location") ?? "";
    // The provider's page cannot be reached: the page says so, and the traveller tries once more later.
    if (/problem=supplier_error/.test(to)) throw new Error(to);
    return { to, cookie: cookieOf(answer) };
  });
