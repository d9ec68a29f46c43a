/** The connection guarantee: eSIMs of a shop that stay silent where they should connect are replaced, once, at no charge to the traveller. */

export { getGuarantee, MOST_MONTHLY, setGuarantee } from "./guarantee.ts";
export { findReplacementOf, isUnseen, listUnseenSuppliers, type Offer, readOffer } from "./offer.ts";
export { openReplacement } from "./open-replacement.ts";
export { NEWS_WITHIN, settleReplacement } from "./settle-replacement.ts";
export { sweepReplacements } from "./sweep-replacements.ts";
