import type { Outputs } from "#server/trpc/types.ts";

export type LegalName = Outputs["pages"]["list"]["legal"][number];

/** What legal pages are called in the portal, and what stands where one is not written. */
export const LEGAL_TITLES: Record<LegalName, { title: string; lead: string }> = {
  imprint: {
    title: "Imprint",
    lead: "Shown below who sells, which is entered under Law and VAT. Only for what your country asks for beyond that.",
  },
  terms: { title: "Terms", lead: "What travellers agree to before they pay." },
  privacy: { title: "Privacy policy", lead: "What you keep of travellers, why, and for how long." },
  withdrawal: {
    title: "Right of withdrawal",
    lead: "How a purchase is taken back. Shown below the note that is entered under Law and VAT.",
  },
};
