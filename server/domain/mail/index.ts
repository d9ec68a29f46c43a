export { listBrandMails } from "./list-brand-mails.ts";
export { mailNotices } from "./mail-notices.ts";
export { qrPng } from "./qr-png.ts";
export { type Picture, queueBrandMail } from "./queue-brand-mail.ts";
export { queueMail, queueMails } from "./queue-mail.ts";
export { sendMail, sweepMails } from "./send-mail.ts";
