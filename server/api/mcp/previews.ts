import { type Money, money } from "#server/kernel/money.ts";
import { operations } from "../v1/index.ts";
import type { Args, Outcome } from "./call.ts";
import type { OperationId } from "./tools.ts";

/** `shows`: what a person should know before saying yes. `bound`: the arguments that hold it to that. */
type Shown = { shows: Args; amount: Money; bound?: Args };

type Ask = {
  args: Args;
  environment: "test" | "live";
  /** Answers of the API to the same key; what is refused there ends the preview. */
  read(id: OperationId, args: Args): Promise<Args>;
};

/** What the API refused, on its way to whoever asked. */
export class Refused extends Error {
  readonly outcome: Outcome & { ok: false };
  constructor(outcome: Outcome & { ok: false }) {
    super(outcome.message);
    this.outcome = outcome;
  }
}

const free = (shows: Args): Shown => ({ shows, amount: money(0) });
const refuse = (code: string, message: string): never => {
  throw new Refused({ ok: false, code, message, requestId: "" });
};

/** What each tool that acts would do, read before it is done. */
export const PREVIEWS: Partial<Record<OperationId, (ask: Ask) => Promise<Shown>>> = {
  async createOrder({ args, read }) {
    const { package_id, quantity } = args;
    const quote = (await read("createQuote", {
      package_id,
      ...(quantity !== undefined && { quantity }),
    })) as Args & { total_amount: number; funds: { charged_on_order: boolean } };
    const most = Math.min(quote.total_amount, Number(args.max_total_amount ?? Number.POSITIVE_INFINITY));
    return {
      shows: { effect: "An order is placed and charged at once.", ...quote },
      amount: money(quote.funds.charged_on_order ? quote.total_amount : 0),
      bound: { ...args, max_total_amount: most },
    };
  },
  async createTopup({ args, environment, read }) {
    const { iccid, package_code } = args;
    const { items } = (await read("listTopupOptions", { iccid })) as {
      items: { package_code: string; price: number }[];
    };
    const option = items.find((item) => item.package_code === package_code);
    if (!option)
      return refuse("invalid_topup_package", "This cannot be put on the eSIM: list_topup_options says what can.");
    const most = Math.min(option.price, Number(args.max_price ?? Number.POSITIVE_INFINITY));
    return {
      shows: { effect: "The eSIM is topped up and the price charged at once.", iccid, ...option },
      amount: money(environment === "live" ? option.price : 0),
      bound: { ...args, max_price: most },
    };
  },
  async cancelOrder({ args, read }) {
    const order = await read("getOrder", { reference: args.reference });
    return free({
      effect: "Every eSIM of the order is cancelled; its supplier may refuse. What is cancelled is refunded.",
      order,
    });
  },
  async suspendEsim({ args, read }) {
    return free({
      effect: "The eSIM stops working until it is resumed.",
      esim: await read("getEsim", { iccid: args.iccid }),
    });
  },
  async resumeEsim({ args, read }) {
    return free({ effect: "The eSIM works again.", esim: await read("getEsim", { iccid: args.iccid }) });
  },
  async createWebhook({ args }) {
    return free({ effect: "From now on what happens in the account is sent to this address.", ...args });
  },
  async disableWebhook({ args, read }) {
    return free({ effect: "Nothing more is sent to this endpoint.", endpoint: await endpoint(read, args.id) });
  },
  async testWebhook({ args, read }) {
    return free({ effect: "A test event is sent to this endpoint.", endpoint: await endpoint(read, args.id) });
  },
  async changeBrand({ args, read }) {
    const brand = await read("getBrand", {});
    const from = Object.fromEntries(Object.keys(args).map((name) => [name, brand[name] ?? null]));
    return free({ effect: "What travellers see of the brand is changed at once.", from, to: args });
  },
};

async function endpoint(read: Ask["read"], id: unknown): Promise<unknown> {
  const { items = [] } = (await read("listWebhooks", {})) as { items?: { id: number }[] };
  return (
    items.find((item) => String(item.id) === String(id)) ?? refuse("resource_not_found", "There is no such endpoint.")
  );
}

/** Every operation that is not only read has one. */
export const withoutPreview = (): string[] =>
  (Object.keys(operations) as OperationId[]).filter(
    (id) => operations[id].method !== "GET" && !operations[id].reads && !PREVIEWS[id],
  );
