import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "#server/kernel/ids.ts";
import { type Got, limited, send, type Task, visit } from "./client-requests.ts";
import { type Random, seeded } from "./random.ts";
import { type Entry, emailOf, openLog } from "./witness.ts";

/**
 * A reseller's program, as a process of its own. It writes down what it is about to ask, asks until it has an answer, and
 * writes that down; killed, it goes on where its log ends. Argument: its settings as JSON.
 */
export type ClientSettings = {
  file: string;
  url: string;
  key: string;
  seed: number;
  /** By supplier. */
  packages: string[][];
  /** Shops that it buys in, when it is a traveller; paid for at `payments` when they are live. */
  stores: string[];
  payments: string;
  pauseMs: number;
};

type Profile = { reference: string; iccid: string };

const settings = JSON.parse(process.argv[2]!) as ClientSettings;
const log = openLog(settings.file);
const counted = { asks: 0, answers: 0, losts: 0 };
for (const { kind } of log.lines) if (kind === "ask" || kind === "answer" || kind === "lost") counted[`${kind}s`]++;
const write = (entry: Entry) => {
  if (entry.kind === "ask" || entry.kind === "answer" || entry.kind === "lost") counted[`${entry.kind}s`]++;
  log.append(entry);
};
let finishing = false;
let storming = false;
process.on("message", (message) => {
  if (message === "storm") storming = true;
  else finishing = true;
});
process.on("disconnect", () => process.exit(1));
write({ kind: "start" });
process.send?.("ready");
await main();

async function main(): Promise<void> {
  // Another life of the same client asks other things.
  const random = seeded(settings.seed + log.lines.length);
  await answerWhatIsOpen();
  while (!finishing) {
    if (settings.stores.length > 0) await shop(random, random.pick(settings.stores));
    else if (storming) await storm(random);
    else await act(random);
    await sleep(settings.pauseMs * (0.5 + random.next()));
  }
  write({ kind: "end", ...counted });
  log.close();
  process.exit(0);
}

async function answerWhatIsOpen(): Promise<void> {
  const answered = new Set(log.lines.flatMap((line) => (line.kind === "answer" ? [line.id] : [])));
  for (const line of log.lines) if (line.kind === "ask" && !answered.has(line.id)) await askUntilAnswered(line);
}

async function act(random: Random): Promise<void> {
  const dice = random.next();
  if (dice < 0.55) await order(random);
  else if (dice < 0.75) await topUp(random);
  else if (dice < 0.85) await cancel(random);
  else await read(random);
}

async function order(random: Random): Promise<void> {
  const quantity = random.next() < 0.04 ? 11 : 1 + random.below(4);
  const id = ulid();
  const reference = random.next() < 0.3 ? { client_reference: id } : {};
  const body = { package_id: random.pick(random.pick(settings.packages)), quantity, ...reference };
  const task: Task = { id, what: "order", path: "/orders", body, quantity };
  const got = await begin(task);
  if (got.status !== 200) return;
  // Sure is sure: the same again is the same order, something else under the same key is refused.
  if (random.next() < 0.25) await askUntilAnswered(task);
  if (random.next() < 0.05) {
    const other = await send(settings, { ...task, body: { ...body, quantity: quantity + 1 } }).catch(() => null);
    if (other && !(other.status === 409 || other.status >= 500))
      write({
        kind: "fault",
        text: `${id}: another body under the same key was answered ${other.status} ${other.data}`,
      });
  }
}

async function topUp(random: Random): Promise<void> {
  const profile = await someProfile(random);
  const task = profile && (await topupOf(profile));
  if (!task) return;
  const got = await begin(task);
  if (got.status === 200 && random.next() < 0.25) await askUntilAnswered(task);
}

async function topupOf({ iccid }: Profile): Promise<Task | null> {
  const options = await get(`/esims/${iccid}/topup-options`);
  const [option] = options?.items ?? [];
  const body = { package_code: option?.package_code };
  return option ? { id: ulid(), what: "topup", path: `/esims/${iccid}/topups`, body } : null;
}

/** Top-ups and cancels of one eSIM, all at the same moment: whichever comes first, each is paid or paid back. */
async function storm(random: Random): Promise<void> {
  const profile = await someProfile(random);
  const topup = profile && (await topupOf(profile));
  if (!topup) return;
  storming = false;
  const tasks = [1, 2, 3, 4].map((n) => (n === 3 ? cancelOf(profile) : { ...topup, id: ulid() }));
  await Promise.all(tasks.map((task) => begin(task)));
}

async function cancel(random: Random): Promise<void> {
  const profile = await someProfile(random);
  if (profile) await begin(cancelOf(profile));
}

function cancelOf({ reference }: Profile): Task {
  return { id: ulid(), what: "cancel", path: `/orders/${reference}/cancel`, body: {} };
}

/** What was answered once is there, as it was answered. */
async function read(random: Random): Promise<void> {
  const known = log.lines.filter((line) => line.kind === "answer" && line.status === 200 && line.data);
  if (known.length === 0) return;
  const { id, data } = random.pick(known) as { id: string; data: string };
  const answered = JSON.parse(data);
  if (!answered.reference || answered.requested_quantity === undefined) return;
  const now = await get(`/orders/${answered.reference}`, id);
  if (now && (now.total_amount !== answered.total_amount || now.requested_quantity !== answered.requested_quantity))
    write({ kind: "fault", text: `${answered.reference} was ${data} and is ${JSON.stringify(now)}` });
}

async function someProfile(random: Random): Promise<Profile | null> {
  const orders = log.lines.flatMap((line) =>
    line.kind === "answer" && line.data?.includes('"requested_quantity"') ? [JSON.parse(line.data).reference] : [],
  );
  if (orders.length === 0) return null;
  const reference = random.pick(orders);
  const order = await get(`/orders/${reference}`, reference);
  const [profile] = order?.profiles ?? [];
  return profile ? { reference, iccid: profile.iccid } : null;
}

/** A traveller who buys in a storefront; a form sent twice is one purchase. Known by the address that it gives. */
async function shop(random: Random, store: string): Promise<void> {
  const offer = `${store}/checkout/${encodeURIComponent(random.pick(random.pick(settings.packages)))}`;
  const page = await visit(settings.url + offer);
  const [, price] = /name="price" value="([^"]+)"/.exec(page.text) ?? [];
  const [, attempt] = /name="attempt" value="([^"]+)"/.exec(page.text) ?? [];
  if (!price || !attempt) return;
  const id = ulid();
  const email = emailOf(id);
  const form = { attempt, price, email, email2: email, compatible: "1", terms: "1", quantity: "1" };
  const { cookie } = page;
  const opened = await begin({ id, what: "checkout", path: `${offer}/pay`, body: form, cookie });
  const [, payment] = /\/pay\/([\w-]+)$/.exec(opened.data ?? "") ?? [];
  if (!payment || random.next() < 0.1) return;
  const isLive = payment.startsWith("cs_");
  const path = isLive ? `/c/pay/${payment}` : `${store}/pay/${payment}/done`;
  const paid = await begin({ id: `${id}:paid`, what: "payment", path, body: { outcome: "paid" }, cookie });
  // Not everybody comes back to the shop from the provider's page.
  if (isLive && paid.status === 200 && random.next() < 0.7) {
    const { pathname } = new URL(paid.data!);
    await visit(settings.url + pathname, cookie);
  }
  await sleep(1_500);
}

async function begin(task: Task): Promise<Got> {
  write({ kind: "ask", ...task });
  return await askUntilAnswered(task);
}

/** Until there is an answer that says what happened; what broke, or was not served, may or may not have happened. */
async function askUntilAnswered(task: Task): Promise<Got> {
  for (;;) {
    try {
      const got = await send(settings, task);
      if (got.status >= 500 || got.status === 429) throw new Error(`HTTP ${got.status} ${got.code ?? ""}`);
      write({ kind: "answer", id: task.id, ...got });
      return got;
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
      write({ kind: "lost", id: task.id, why: cause?.code ?? cause?.message ?? message });
      await sleep(250);
    }
  }
}

/**
 * A read; null when it was not served.
 *
 * @param acknowledged what was told to this client before, and must be there
 */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
async function get(path: string, acknowledged?: string): Promise<any> {
  try {
    const answer = await fetch(`${settings.url}/api/v1${path}`, {
      ...limited(),
      headers: { authorization: `Bearer ${settings.key}` },
    });
    const { data } = JSON.parse(await answer.text());
    if (answer.status === 404 && acknowledged)
      write({ kind: "fault", text: `${path} was acknowledged (${acknowledged}) and is not there` });
    return data ?? null;
  } catch {
    return null;
  }
}
