/** The address of a reseller's own from which mails to travellers come, and whether its DNS lets it. */

export { getSender, removeSender, setSender } from "./set-sender.ts";
export { findSigner, type Signer } from "./signer.ts";
export { verifySender, verifySenders } from "./verify-senders.ts";
