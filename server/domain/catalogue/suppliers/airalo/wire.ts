import { z } from "zod";
import { type Money, money } from "#server/kernel/money.ts";
import { storable } from "#server/kernel/storable.ts";

/**
 * The supplier's formats, as far as they are read. Unknown fields are let through and ignored. Numbers may come as
 * strings; an ICCID that comes as a number has lost digits on the way and is not read.
 */

/** Nothing that the database could not keep: no NUL, no half of a surrogate pair. */
const text = z
  .string()
  .max(500)
  .refine((value) => storable(value) === value, "is not a clean text");
const name = text.min(1);
export const count = z.union([
  z.number().int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const decimal = z.union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/)]).transform((value) => money(value));
/** Far above what anybody sells, far below what the database could not keep. */
const HIGHEST_PRICE = 100_000;
const MOST_MEGABYTES = 100_000_000;
const price = decimal.refine((value) => value.greaterThan(0) && value.lessThan(HIGHEST_PRICE), "is not a price");
const megabytes = decimal
  .refine((value) => !value.isNegative() && value.lessThan(MOST_MEGABYTES), "is not a size")
  .transform((value) => value.toNumber());
const flag = z.union([z.boolean(), z.literal([0, 1, "0", "1"]).transform((value) => Number(value) === 1)]);
const id = z.union([z.number().int().positive(), z.string().regex(/^[\w-]{1,64}$/)]).transform(String);
const iccid = z.string().regex(/^\d{18,22}$/);
/** From the second page on, lists are objects with numbers for keys. */
const list = z
  .union([z.array(z.unknown()), z.record(z.string().regex(/^\d+$/), z.unknown()).transform(Object.values<unknown>)])
  .refine((entries) => entries.length <= 20_000);

export const Envelope = z.object({
  data: z.unknown(),
  meta: z.object({ current_page: count.nullish(), last_page: count.nullish() }).nullish().catch(null),
});

/** A refusal for business reasons; `reason` is for people. */
export const Refusal = z.object({ code: count, reason: z.string().nullish() });
/** A refusal of the request's fields, each with its text. */
export const Invalid = z.object({
  data: z.record(z.string(), z.unknown()),
  meta: z.object({ message: z.string() }),
});

export const Token = z.object({ access_token: z.string().min(1).max(8_192), expires_in: count });

export const List = list;

export const Place = z.object({ slug: name, title: name, country_code: text.nullish(), operators: list });

const Networks = z.array(z.object({ name: text, types: z.array(text).nullish() })).nullish();

export const Operator = z.object({
  title: text,
  plan_type: text,
  activation_policy: text.nullish(),
  rechargeability: flag,
  install_window_days: count.nullish(),
  coverages: z
    .array(z.object({ code: text.nullish(), name: text.nullish(), networks: Networks }))
    .max(400)
    .nullish(),
  countries: z
    .array(z.object({ country_code: text.nullish() }))
    .max(400)
    .nullish(),
  packages: list,
});

/** Currency → price. */
const prices = z.record(z.string(), decimal.nullish()).nullish();

/** What packages and top-ups have in common. `price` is the retail price, `net_price` what we pay, both in US dollars. */
const Priced = z.object({
  id: name,
  title: text.nullish(),
  price: price.nullish(),
  net_price: price.nullish(),
  prices: z.object({ net_price: prices, recommended_retail_price: prices }).nullish(),
  currency: z.literal("USD").nullish(),
  amount: megabytes.nullish(),
  day: z.union([z.number(), z.string().transform(Number)]).pipe(z.number().int().min(1).max(3650)),
  is_unlimited: flag.nullish().transform((value) => value ?? false),
});

/**
 * What it costs us. The two places that may tell do not contradict each other, which they would if one were in another
 * currency. What is checked here has the right types already: a transformation is not run on anything else.
 */
function withCost<T extends z.infer<typeof Priced>>(wire: T, fallback: Money | null | undefined, ctx: z.RefinementCtx) {
  const { net_price, prices, is_unlimited, amount } = wire;
  const inUsd = prices?.net_price?.USD;
  const costUsd = net_price ?? inUsd ?? fallback;
  const isInUsd = !prices?.net_price || (inUsd && costUsd?.equals(inUsd));
  if (!isInUsd) ctx.addIssue("its prices are not in USD");
  if (!costUsd?.greaterThan(0)) ctx.addIssue("it has no price");
  if (!is_unlimited && !amount) ctx.addIssue("it has no volume");
  return { ...wire, costUsd: costUsd! };
}

export const WirePackage = Priced.transform((wire, ctx) => withCost(wire, null, ctx));

/** Where only the retail price is told, that is the cost: never less than what will be paid. */
export const WireTopup = Priced.transform((wire, ctx) => withCost(wire, wire.price, ctx));

const Status = z.union([text, z.object({ slug: text }).transform(({ slug }) => slug)]);

export const OrderHead = z.object({
  id,
  description: z.string().nullish(),
  status: Status.nullish(),
  /** For each eSIM; what cannot be read was not told. */
  net_price: price.nullish().catch(null),
  price: price.nullish().catch(null),
  currency: text.nullish().catch(null),
});

export const WireSim = z.object({
  id,
  iccid,
  lpa: text.nullish(),
  matching_id: text.nullish(),
  qrcode: text.nullish(),
  imsis: z.unknown().optional(),
  apn_value: text.nullish(),
});

export const WireOrder = OrderHead.extend({
  data: text.nullish(),
  sims: z.array(WireSim).max(100).nullish(),
});

/** `2026-11-20 08:30:23`, UTC. */
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((value) => new Date(`${value.replace(" ", "T")}Z`))
  .refine((value) => !Number.isNaN(value.getTime()), "is not a time");

/** What reconciliation reads of an order or a top-up. */
export const RecordedOrder = OrderHead.extend({
  type: z.enum(["sim", "topup"]).transform((value) => (value === "sim" ? ("order" as const) : ("topup" as const))),
  package_id: text.nullish(),
  quantity: count,
  created_at: time,
  sims: z.array(z.object({ id, iccid })).max(100).nullish(),
});

export const Accepted = z.object({ request_id: z.string().regex(/^[\w-]{1,64}$/) });

export const SimDetails = WireSim.extend({
  recycled: flag.nullish(),
  simable: z.object({ status: Status.nullish() }).nullish(),
});

export const Usage = z.object({
  remaining: megabytes,
  total: megabytes,
  expired_at: text.nullish(),
  is_unlimited: flag.nullish(),
  status: name,
});

/** The package an eSIM was bought with, and each top-up. */
export const SimPackages = z.array(z.object({ id, package: z.object({ id: name }) })).max(1_000);

const Balance = z.object({
  availableBalance: z.object({ amount: decimal, currency: text }),
});
export const Balances = z.object({ balances: z.union([z.array(Balance).max(50), Balance.transform((one) => [one])]) });

export const Notice = z.looseObject({
  request_id: text.nullish(),
  iccid: iccid.nullish(),
  event: text.nullish(),
  type: text.nullish(),
  level: text.nullish(),
  description: text.nullish(),
  remaining: z.unknown().optional(),
  message: text.nullish(),
});
