import { z } from "zod";

/** What is looked up across cells: the public id of a key, a shop's slug, its own domain, the e-mail address of a person. */
export const Name = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("key"), name: z.string().regex(/^[0-9A-Za-z]{8}$/) }),
  z.object({ kind: z.literal("slug"), name: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
  z.object({ kind: z.literal("domain"), name: z.string().regex(/^[a-z0-9.-]{3,253}$/) }),
  z.object({ kind: z.literal("person"), name: z.string().min(3).max(254) }),
]);
export type Name = z.infer<typeof Name>;

/** What is claimed at home, and whose it is; `holder`: the account for which a slug or a domain is, which has few at a time. */
export const Claim = z.object({ name: Name, cell: z.string().max(31), holder: z.number().int().positive().optional() });
export const Returned = z.object({ names: z.array(Name).max(1_000), cell: z.string().max(31) });
