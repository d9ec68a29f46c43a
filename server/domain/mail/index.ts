export { queueMail, queueMails } from "./queue-mail.ts";
export { sendMail, sweepMails } from "./send-mail.ts";
