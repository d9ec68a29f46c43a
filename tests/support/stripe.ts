import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Session = {
  id: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  success_url: string;
  cancel_url: string;
  /** What it was told to be about. */
  subject: string | null;
  created: number;
  /** Whose it is: who asked for it. */
  key: string;
  /** What has become of a debit or a slip that the page took, which is paid days later or never. */
  debit?: Intent["status"];
  /** What of its fields chooses, or leaves out, ways to pay. */
  choosing: string[];
  /** On which nothing is paid: a card is saved. Null until it is. */
  setup?: { customer: string; card: string | null };
};
type Intent = {
  id: string;
  customer: string;
  payment_method: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: "succeeded" | "processing" | "requires_payment_method" | "requires_action" | "canceled";
  created: number;
  metadata: { subject: string };
  last_payment_error: { message: string } | null;
  key: string;
};
type Refund = {
  id: string;
  payment_intent: string;
  amount: number;
  created: number;
  status: string;
  failure_reason?: string;
  metadata?: Record<string, string>;
};
type Charge = {
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  created: number;
  subject: string | null;
  /** Without it, everybody's. */
  key?: string;
};
type Dispute = {
  id: string;
  payment_intent: string;
  amount: number;
  created: number;
  status: string;
  balance_transactions?: { amount: number }[];
};

/** A payment provider that speaks as much of Stripe's API as the storefront uses, and does what a test wants. */
export async function fakeStripe() {
  const sessions = new Map<string, Session>();
  /** Charges of saved cards. */
  const intents: Intent[] = [];
  /** Saved cards that were taken back. */
  const detached: string[] = [];
  const refunds: Refund[] = [];
  /** Beside those of sessions. */
  const charges: Charge[] = [];
  const disputes: Dispute[] = [];
  const answered = new Map<string, object>();
  /** Answers that are refusals, and their status. */
  const refusals = new WeakMap<object, number>();
  const seconds = () => Math.floor((Date.now() + state.ahead) / 1_000);
  const state = {
    /** By how much its clock is ahead of this machine's. */
    ahead: 0,
    down: false,
    loseAnswers: 0,
    /** Decides about each call: its answer gets lost, it is refused before anything is done, or it is never answered. */
    misbehave: (_method: string, _path: string): "lose" | "refuse" | "hang" | null => null,
    /** What becomes of charges of saved cards. */
    cards: "succeeded" as Intent["status"] | "declined" | "authentication_required",
    /** What a payment page takes at least, in minor units. */
    least: 0,
    /** Whether the account still has whose cards were saved. */
    hasCustomers: true,
    /** Whether the account has anything that it could give back. */
    hasMoney: true,
  };

  const answer = (method: string, path: string, fields: URLSearchParams, key: string): object | null => {
    if (path === "/v1/balance") return { object: "balance", available: [] };
    if (method === "POST" && path === "/v1/checkout/sessions") {
      const session: Session = {
        id: `cs_${randomUUID()}`,
        status: "open",
        payment_status: "unpaid",
        amount_total: Number(fields.get("line_items[0][price_data][unit_amount]")),
        currency: fields.get("line_items[0][price_data][currency]") ?? fields.get("currency")!,
        success_url: fields.get("success_url")!,
        cancel_url: fields.get("cancel_url")!,
        subject: fields.get("payment_intent_data[metadata][subject]"),
        created: seconds(),
        key,
        choosing: [...fields.keys()].filter((name) => /payment_method|wallet/.test(name)),
        ...(fields.get("mode") === "setup" && {
          setup: { customer: fields.get("customer") ?? `cus_${randomUUID()}`, card: null },
        }),
      };
      if (session.amount_total < state.least)
        return refuse({ code: "amount_too_small", message: "The Checkout Session's total amount due is too small." });
      sessions.set(session.id, session);
      return show(session);
    }
    if (path === "/v1/payment_intents" && !state.hasCustomers) return refuseCustomer(fields.get("customer")!);
    if (method === "POST" && path === "/v1/payment_intents") return charge(fields, key);
    if (method === "GET" && path === "/v1/payment_intents")
      return page(intents.filter(({ customer }) => customer === fields.get("customer")).map(showIntent), fields);
    const closing = method === "POST" && /^\/v1\/checkout\/sessions\/([\w-]+)\/expire$/.exec(path)?.[1];
    if (closing) {
      if (sessions.get(closing)?.status !== "open") return null;
      set(closing, { status: "expired" });
      return show(sessions.get(closing)!);
    }
    const [, intentId, cancel] = /^\/v1\/payment_intents\/(pi_[\w-]+)(\/cancel)?$/.exec(path) ?? [];
    const intent = intents.find(({ id }) => id === intentId);
    if (intent) {
      if (cancel && intent.status !== "succeeded") intent.status = "canceled";
      return showIntent(intent);
    }
    const taken = [...sessions.values()].find(({ id, debit }) => debit && `pi_${id}` === intentId);
    if (taken) return { object: "payment_intent", id: intentId, status: taken.debit };
    const card = /^\/v1\/payment_methods\/([\w-]+)\/detach$/.exec(path)?.[1];
    if (card) {
      detached.push(card);
      return { id: card, object: "payment_method" };
    }
    if (method === "POST" && path === "/v1/refunds") {
      if (!state.hasMoney)
        return refuse({ code: "balance_insufficient", message: "Insufficient funds to refund this" });
      const refund = {
        id: `re_${randomUUID()}`,
        payment_intent: fields.get("payment_intent")!,
        amount: Number(fields.get("amount")),
        created: seconds(),
        status: "succeeded",
        metadata: { cause: fields.get("metadata[cause]")! },
      };
      if (refund.amount > leftOf(refund.payment_intent) || isTaken(refund.payment_intent)) return null;
      refunds.push(refund);
      return showRefund(refund);
    }
    const list = method === "GET" ? LISTS[path] : undefined;
    const paidBy = fields.get("payment_intent");
    if (list)
      return page(
        list(key).filter((one) => paidBy === null || one.payment_intent === paidBy),
        fields,
      );
    const refund = refunds.find(({ id }) => path === `/v1/refunds/${id}`);
    if (refund) return showRefund(refund);
    const session = sessions.get(path.split("/").at(-1)!);
    return session ? show(session) : null;
  };
  function refuseCustomer(id: string): object {
    return refuse({ code: "resource_missing", param: "customer", message: `No such customer: '${id}'` });
  }
  /** Kept under the key that it was asked with, as every answer. */
  function refuse(why: { code: string; param?: string; message: string }): object {
    const refusal = { error: { type: "invalid_request_error", ...why } };
    refusals.set(refusal, 400);
    return refusal;
  }
  function charge(fields: URLSearchParams, key: string): object {
    const asksHolder = state.cards === "authentication_required";
    const isDeclined = state.cards === "declined" || asksHolder || detached.includes(fields.get("payment_method")!);
    const status = isDeclined ? "requires_payment_method" : (state.cards as Intent["status"]);
    const amount = Number(fields.get("amount"));
    const message = asksHolder
      ? "Your card was declined. This transaction requires authentication."
      : "Your card was declined.";
    const intent: Intent = {
      id: `pi_${randomUUID()}`,
      ...{ customer: fields.get("customer")!, payment_method: fields.get("payment_method")!, amount, status, key },
      amount_received: status === "succeeded" ? amount : 0,
      currency: fields.get("currency")!,
      created: seconds(),
      metadata: { subject: fields.get("metadata[subject]")! },
      last_payment_error: isDeclined ? { message } : null,
    };
    intents.push(intent);
    if (!isDeclined) return showIntent(intent);
    const code = asksHolder ? "authentication_required" : "card_declined";
    const refusal = { error: { type: "card_error", code, message, payment_intent: showIntent(intent) } };
    refusals.set(refusal, 402);
    return refusal;
  }
  const showIntent = ({ key: _, ...intent }: Intent) => ({ ...intent, object: "payment_intent" });
  /** What can still be given back of a charge. */
  const leftOf = (intent: string): number =>
    refunds
      .filter(({ payment_intent, status }) => payment_intent === intent && status !== "failed")
      .reduce(
        (left, { amount }) => left - amount,
        allCharges().find(({ payment_intent }) => payment_intent === intent)?.amount ?? 0,
      );
  /** Its bank has it until a dispute is decided, or for good. */
  const isTaken = (intent: string): boolean =>
    disputes.some(
      ({ payment_intent, status }) =>
        payment_intent === intent && !["won", "warning_closed"].includes(status) && !status.startsWith("warning_"),
    );
  const allCharges = (): Charge[] => [
    ...charges,
    ...intents
      .filter(({ status }) => status === "succeeded")
      .map(({ id, amount, currency, created, metadata, key }) => {
        return { id: `ch_${id}`, payment_intent: id, amount, currency, created, subject: metadata.subject, key };
      }),
    ...[...sessions.values()]
      .filter(({ payment_status }) => payment_status === "paid")
      .map(({ id, amount_total: amount, currency, created, subject, key }) => {
        return { id: `ch_${id}`, payment_intent: `pi_${id}`, amount, currency, created, subject, key };
      }),
  ];
  const chargesOf = (key: string) => allCharges().filter((charge) => (charge.key ?? key) === key);
  const isOf = (key: string) => {
    const own = new Set(chargesOf(key).map(({ payment_intent }) => payment_intent));
    return ({ payment_intent }: { payment_intent: string }) => own.has(payment_intent);
  };
  const showCharge = ({ subject, key: _, ...charge }: Charge) => ({
    ...charge,
    object: "charge",
    status: "succeeded",
    paid: true,
    metadata: subject ? { subject } : {},
  });
  const chargeOf = (intent: string) => {
    const charge = allCharges().find(({ payment_intent }) => payment_intent === intent);
    return charge ? showCharge(charge) : null;
  };
  const showRefund = (refund: Refund) => ({
    ...refund,
    object: "refund",
    currency: chargeOf(refund.payment_intent)?.currency ?? "usd",
    charge: chargeOf(refund.payment_intent),
  });
  const LISTS: Record<string, (key: string) => { id: string; payment_intent: string; created: number }[]> = {
    "/v1/charges": (key) => chargesOf(key).map(showCharge),
    "/v1/refunds": (key) => refunds.filter(isOf(key)).map(showRefund),
    "/v1/disputes": (key) =>
      disputes.filter(isOf(key)).map((dispute) => ({
        balance_transactions: [],
        ...dispute,
        object: "dispute",
        reason: "fraudulent",
        currency: chargeOf(dispute.payment_intent)?.currency ?? "usd",
        charge: chargeOf(dispute.payment_intent),
        evidence_details: { due_by: null },
      })),
  };
  const show = ({ setup, ...session }: Session) => ({
    ...session,
    ...(setup?.card && { customer: setup.customer, setup_intent: showSetup(setup.card) }),
    object: "checkout.session",
    url: `https://checkout.stripe.com/c/pay/${session.id}`,
    payment_intent: session.payment_status === "paid" || session.debit ? `pi_${session.id}` : null,
  });

  const showSetup = (id: string) => ({
    object: "setup_intent",
    status: "succeeded",
    payment_method: { id, card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2031 } },
  });

  /** What a traveller does on the provider's own page. */
  function payOn(id: string, response: ServerResponse): void {
    const session = sessions.get(id);
    if (session?.setup) saveCard(id);
    else if (session?.status === "open") set(id, { status: "complete", payment_status: "paid" });
    const location = session?.status === "complete" ? { location: session.success_url } : {};
    response.writeHead(location.location ? 303 : 410, location).end();
  }
  const set = (id: string, change: Partial<Session>) => Object.assign(sessions.get(id)!, change);
  function saveCard(id: string): string {
    const { setup } = sessions.get(id)!;
    setup!.card ??= `pm_${randomUUID()}`;
    set(id, { status: "complete" });
    return setup!.card;
  }

  const server = createServer(async (request, response) => {
    const text = await read(request);
    const paying = /^\/c\/pay\/([\w-]+)$/.exec(request.url!)?.[1];
    if (paying) return payOn(paying, response);
    const fault = state.misbehave(request.method!, request.url!.split("?")[0]!);
    if (state.down || fault === "refuse") return void request.socket.destroy();
    const key = request.headers["idempotency-key"]?.toString();
    const made =
      (key && answered.get(key)) ||
      answer(
        request.method!,
        request.url!.split("?")[0]!,
        new URLSearchParams(text || request.url!.split("?")[1] || ""),
        request.headers.authorization ?? "",
      );
    if (key && made) answered.set(key, made);
    if (fault === "hang") return;
    if (fault === "lose") return void request.socket.destroy();
    if (state.loseAnswers > 0 && request.method === "POST") {
      state.loseAnswers--;
      return void request.socket.destroy();
    }
    response.writeHead(made ? (refusals.get(made) ?? 200) : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(made ?? { error: { type: "invalid_request_error", message: "No such object" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    intents,
    detached,
    saveCard,
    refunds,
    charges,
    disputes,
    state,
    leftOf,
    pay: (id: string) => set(id, { status: "complete", payment_status: "paid" }),
    expire: (id: string) => set(id, { status: "expired" }),
    /** The page is done, and whether it is paid is known later. */
    debit: (id: string, debit: Intent["status"]) => set(id, { status: "complete", debit }),
    /** A webhook as it is sent: its body, and the signature over it. */
    notice(
      id: string,
      secret: string,
      noticeId = `evt_${randomUUID()}`,
      about: object = { object: "checkout.session" },
    ) {
      const body = JSON.stringify({
        id: noticeId,
        object: "event",
        type: "checkout.session.completed",
        data: { object: { id, ...about } },
      });
      const at = Math.floor(Date.now() / 1000);
      const v1 = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
      return { body, signature: `t=${at},v1=${v1}` };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Two at a time, the newest first. */
function page(all: { id: string; created: number }[], fields: URLSearchParams) {
  const from = Number(fields.get("created[gte]") ?? 0);
  const to = Number(fields.get("created[lt]") ?? Number.MAX_SAFE_INTEGER);
  const found = all.filter(({ created }) => created >= from && created < to).sort((a, b) => b.created - a.created);
  const start = found.findIndex(({ id }) => id === fields.get("starting_after")) + 1;
  return { object: "list", data: found.slice(start, start + 2), has_more: start + 2 < found.length };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
