import { z } from "zod";
import { storable } from "#server/kernel/storable.ts";
import { readTime } from "./read-time.ts";

/** The supplier's formats, as far as they are read. Unknown fields are let through and ignored. */

export const Envelope = z.object({
  success: z.boolean(),
  errorCode: z.string().nullish(),
  errorMsg: z.string().nullish(),
  errorMessage: z.string().nullish(),
  obj: z.unknown(),
});

const count = z.number().int().nonnegative();
/** Far above what anybody sells, far below what the database could not keep. */
const price = count.max(1_000_000_000);
const bytes = count.max(100_000_000 * 1_048_576);
/** Nothing that the database could not keep: no NUL, no half of a surrogate pair. */
const text = z
  .string()
  .max(500)
  .refine((value) => storable(value) === value, "is not a clean text");
/** Told only in passing: what cannot be read was not told. */
const aside = text.nullish().catch(null);

export const WirePackage = z.object({
  packageCode: text.min(1),
  slug: text.min(1),
  name: text.min(1),
  /** In 1/10,000 USD. */
  price: price.positive(),
  retailPrice: price.nullish(),
  currencyCode: z.literal("USD"),
  volume: bytes,
  /** 1 total · 2 daily, then slowed · 3 daily, then cut · 4 daily unlimited */
  dataType: z.number().int().min(1).max(4),
  duration: z.number().int().min(1).max(3650),
  durationUnit: z.literal("DAY"),
  unusedValidTime: z.number().int().min(1).max(3650),
  /** 1 at install · 2 at the first connection */
  activeType: z.number().int().min(1).max(2),
  location: z
    .string()
    .max(4000)
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/),
  locationNetworkList: z
    .array(
      z.object({
        locationName: text,
        locationCode: text.nullish(),
        operatorList: z.array(z.object({ operatorName: text, networkType: text })).nullish(),
      }),
    )
    .nullish(),
  speed: text,
  /** 1 no · 2 yes · 3 yes, by the day */
  supportTopUpType: z.number().int().min(1).max(3),
});

export const WireTopup = WirePackage.pick({
  packageCode: true,
  name: true,
  price: true,
  currencyCode: true,
  volume: true,
  dataType: true,
  duration: true,
  durationUnit: true,
});

/** Entries are read one by one: a broken one does not take the others with it. */
export const PackageList = z.object({ packageList: z.array(z.unknown()).max(20_000) });

export const Ordered = z.object({ orderNo: text.min(1), transactionId: text });

export const WireEsim = z.object({
  esimTranNo: text.min(1),
  orderNo: text.min(1),
  transactionId: text.nullish(),
  imsi: text.nullish(),
  iccid: z.string().regex(/^\d{18,22}$/),
  ac: text.regex(/^LPA:1\$[^$\s]+\$[^\s]+$/),
  smdpStatus: text.nullish(),
  esimStatus: text.min(1),
  eid: aside,
  activateTime: aside,
  expiredTime: aside,
  totalVolume: bytes,
  orderUsage: bytes,
  apn: text.nullish(),
});

/** What reconciliation reads of an eSIM. */
export const RecordedEsim = z.object({
  esimTranNo: text.min(1),
  orderNo: text.min(1),
  transactionId: text.nullish(),
  iccid: z.string().regex(/^\d{18,22}$/),
  esimStatus: text.min(1),
  totalVolume: bytes,
  packageList: z
    .array(
      z.object({
        slug: aside,
        packageCode: aside,
        createTime: z.string().nullish().catch(null).transform(readTime),
      }),
    )
    .max(100)
    .nullish()
    .catch(null),
});

/** What a top-up adds to. */
export const Totals = z.object({ totalVolume: count, totalDuration: count });

export const EsimIdentity = z.object({ esimTranNo: text.min(1) });

const pager = z.object({ total: count }).nullish();

/** The eSIMs of an order: all of them can be read, or the answer counts for nothing. */
export const DeliveredEsims = z.object({ esimList: z.array(WireEsim).max(500) });

/** Whose order each eSIM belongs to: nothing else about them matters, but this must be readable of all. */
export const OrderTraces = z.object({
  esimList: z.array(z.object({ orderNo: text.min(1), transactionId: text.nullish() })).max(500),
  pager,
});

/** Entries are read one by one. */
export const EsimEntries = z.object({ esimList: z.array(z.unknown()).max(500), pager });

export const ToppedUp = z.object({ transactionId: text, iccid: text, topUpEsimTranNo: text.nullish() });

/** Success says it all. */
export const Changed = z.unknown();

export const BalanceReply = z.object({ balance: z.number().int() });

export const Notice = z.object({
  notifyType: text.min(1),
  notifyId: text.nullish(),
  content: z.object({
    orderNo: text.nullish(),
    transactionId: text.nullish(),
    esimTranNo: text.nullish(),
    iccid: text.nullish(),
  }),
});
