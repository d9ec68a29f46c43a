/** Mail: queued in the transaction that causes it, sent by a job, kept until it is delivered or given up. */

export { listBrandMails, listPurchaseMails, type OutboxMail } from "./list-brand-mails.ts";
export { mailLogoSize } from "./mail-logo.ts";
export { mailNotifications } from "./mail-notifications.ts";
export { qrPng } from "./qr-png.ts";
export { LOGO_CID, type Picture, queueBrandMail } from "./queue-brand-mail.ts";
export { type QueuedMail, queueMail } from "./queue-mail.ts";
export { sendMail, sweepMails } from "./send-mail.ts";
