import { z } from "zod";
import { storable } from "#server/kernel/storable.ts";

/** The supplier's formats, as far as they are read. Unknown fields are let through and ignored. */

const text = z
  .string()
  .max(500)
  .refine((value) => storable(value) === value, "is not a clean text");
/** Told only in passing: what cannot be read was not told. */
const aside = text.nullish().catch(null);
const count = z.number().int().nonnegative();
const bytes = z.number().int().min(-1).max(100_000_000_000_000);
const iccid = z.string().regex(/^\d{18,22}$/);
/** Some samples show the address of the SM-DP+ server with a scheme in front. */
const smdpAddress = z
  .string()
  .transform((value) => value.replace(/^https?:\/\//, ""))
  .pipe(z.string().regex(/^[A-Za-z0-9.-]{1,255}$/));
const matchingId = z.string().regex(/^[!-#%-~]{1,255}$/);

/** Of every refusal; which it is, only the text tells. */
export const Refusal = z.object({
  message: z
    .string()
    .min(1)
    .transform((words) => storable(words.slice(0, 500))),
});

/** Of a change that was made. */
export const Done = z.object({ status: text });

/** Of a change whose success nothing depends on. */
export const Changed = z.unknown();

const Country = z.object({ name: aside, region: aside, iso: aside });

export const WireBundle = z
  .object({
    name: text.min(1).regex(/^\S+$/),
    description: aside,
    countries: z.array(Country).max(500),
    roamingEnabled: z.array(Country).max(500).nullish(),
    /** In MB of 1,000,000 bytes; of an unlimited one it means nothing. */
    dataAmount: z.number().max(100_000_000),
    /** In days. */
    duration: z.number().int().min(1).max(3650),
    speed: z.array(text).max(20).nullish().catch(null),
    autostart: z.boolean().nullish().catch(null),
    unlimited: z.boolean(),
    /** In the currency of the organisation. */
    price: z.number().positive().max(100_000),
  })
  .refine(({ unlimited, dataAmount }) => unlimited || dataAmount > 0, { path: ["dataAmount"], error: "is not a size" });

const entries = z.array(z.unknown()).max(20_000);

/** An array in the documents, an object in practice. Entries are read one by one: a broken one spoils no other. */
export const Catalogue = z.union([
  entries.transform((bundles) => ({ bundles, pageCount: null })),
  z.object({ bundles: entries, pageCount: count.nullish() }),
]);

const InstallDetails = z.object({ iccid, matchingId, smdpAddress });

const OrderLine = z.object({
  type: aside,
  item: aside,
  quantity: count.nullish(),
  iccids: z.array(iccid).max(1_000).nullish(),
});

/** Of a purchase, or of something else that moved the balance: little is certain to be there. */
export const WireOrder = z.object({
  order: z.array(OrderLine).max(1_000).nullish(),
  total: z.number().nullish(),
  currency: aside,
  status: aside,
  statusMessage: aside,
  orderReference: aside,
  createdDate: aside,
});

export const Quote = z.object({
  order: z.array(OrderLine).max(1_000).nullish(),
  total: z.number().positive(),
  currency: text,
  valid: z.boolean().nullish(),
  statusMessage: aside,
});

const orders = z.array(WireOrder).max(2_000);

/** An array, a page, or, where there is only one, that order itself. */
export const OrderList = z.union([
  orders.transform((list) => ({ orders: list, pageCount: null })),
  z.object({ orders: orders.nullable().transform((list) => list ?? []), pageCount: count.nullish() }),
  WireOrder.extend({ order: z.array(OrderLine) }).transform((order) => ({ orders: [order], pageCount: 1 })),
]);

const ProfileState = {
  profileStatus: aside,
  firstInstalledDateTime: z.union([z.number(), text]).nullish().catch(null),
};

const AssignedEsim = InstallDetails.extend(ProfileState);

/** One eSIM is an object, several are an array. */
export const AssignedEsims = z.union([z.array(AssignedEsim).max(1_000), AssignedEsim.transform((esim) => [esim])]);

export const EsimDetails = AssignedEsim.extend({ state: aside });

const Assignment = z.object({
  id: z.union([text.min(1), z.number().int().transform(String)]).nullish(),
  callTypeGroup: aside,
  initialQuantity: bytes,
  remainingQuantity: bytes,
  startTime: aside,
  endTime: aside,
  assignmentDateTime: aside,
  assignmentReference: text.nullish(),
  bundleState: text.min(1),
  unlimited: z.boolean().nullish().catch(null),
  offerId: aside,
});

export const AppliedBundles = z.object({
  bundles: z
    .array(z.object({ name: text.min(1), assignments: z.array(Assignment).max(200) }))
    .max(200)
    .nullable(),
});

const Happening = z.object({ name: text });

export const History = z.union([z.array(Happening).max(10_000), Happening.transform((entry) => [entry])]);

export const Compatibility = z.object({ compatible: z.boolean() });

const Account = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), balance: z.number() });

export const Organisation = z.union([
  z.object({ organisations: z.array(Account).min(1).max(100) }).transform(({ organisations }) => organisations[0]!),
  Account,
]);

export const Callback = z.object({
  alertType: aside,
  event: aside,
  iccid: iccid.nullish().catch(null),
  bundle: z.object({ reference: aside }).nullish().catch(null),
});

export type WireBundle = z.infer<typeof WireBundle>;
export type WireOrder = z.infer<typeof WireOrder>;
export type AssignedEsim = z.infer<typeof AssignedEsim>;
export type EsimDetails = z.infer<typeof EsimDetails>;
export type Assignment = z.infer<typeof Assignment>;
