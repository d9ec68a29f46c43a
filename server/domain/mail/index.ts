export { queueMail } from "./queue-mail.ts";
export { sendMail, sweepMails } from "./send-mail.ts";
