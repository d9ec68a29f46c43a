/** eSIMs that a reseller's staff hand to a customer: by a mail with one link, or printed. */

export { listHandovers } from "./list-handovers.ts";
export { type InstallSheet, type InstallSheets, readInstallSheets } from "./read-install-sheets.ts";
export { sendToCustomer } from "./send-to-customer.ts";
export { suggestRecipient } from "./suggest-recipient.ts";
export { suggestSendings } from "./suggest-sendings.ts";
export { withdrawHandover } from "./withdraw-handover.ts";
