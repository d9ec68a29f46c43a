import { z } from "zod";

/** The supplier's formats, as far as they are read. Unknown fields are let through and ignored. */

export const Envelope = z.object({
  success: z.boolean(),
  errorCode: z.string().nullish(),
  errorMsg: z.string().nullish(),
  errorMessage: z.string().nullish(),
  obj: z.unknown(),
});

const count = z.number().int().nonnegative();
const text = z.string().max(500);

export const WirePackage = z.object({
  packageCode: text.min(1),
  slug: text.min(1),
  name: text.min(1),
  /** In 1/10,000 USD. */
  price: z.number().int().positive(),
  retailPrice: count.nullish(),
  currencyCode: z.literal("USD"),
  volume: count,
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

export const PackageList = z.object({ packageList: z.array(z.unknown()).max(20_000) });

export const Ordered = z.object({ orderNo: text.min(1), transactionId: text });

export const WireEsim = z.object({
  esimTranNo: text.min(1),
  orderNo: text.min(1),
  transactionId: text.nullish(),
  imsi: text.nullish(),
  iccid: z.string().regex(/^\d{18,22}$/),
  ac: z.string().regex(/^LPA:1\$[^$\s]+\$[^\s]+$/),
  smdpStatus: text.nullish(),
  esimStatus: text.min(1),
  totalVolume: count,
  orderUsage: count,
  apn: text.nullish(),
});

export const EsimList = z.object({ esimList: z.array(WireEsim).max(500), pager: z.object({ total: count }).nullish() });

export const BalanceReply = z.object({ balance: z.number().int() });

export const Notice = z.object({
  notifyType: text.min(1),
  notifyId: text.nullish(),
  content: z.looseObject({ orderNo: text.nullish(), transactionId: text.nullish() }),
});
