import type { MailTexts } from "./texts.ts";

export const en: MailTexts = {
  order: {
    subject: (item) => `Your order: ${item}`,
    lead: (item, total) => `Thank you. We have received ${total} for ${item}.`,
    next: "Your eSIM is usually ready within a minute. We will send it in a second e-mail; you can also watch its progress here:",
    button: "View your order",
  },
  delivery: {
    subject: (item) => `Your eSIM is ready: ${item}`,
    lead: (count, item) => (count > 1 ? `Your ${count} eSIMs are ready: ${item}.` : `Your eSIM is ready: ${item}.`),
    how: "Install it while you have Wi-Fi, best before you travel. Each eSIM can be installed once, on one device: do not delete it afterwards. The page shows every step for your device.",
    button: "Install now",
    qr: (number, of) => (of > 1 ? `QR code of eSIM ${number} of ${of}` : "QR code of your eSIM"),
    address: "SM-DP+ address",
    code: "Activation code",
  },
  topup: {
    subject: (item) => `Topped up: ${item}`,
    lead: (item, total) =>
      `${item} was added to your eSIM. We have received ${total}. There is nothing to install: it works at once.`,
    button: "See what is left",
  },
  data: {
    subject: (percent) => `${percent} % of your data is used`,
    lead: (percent, left) =>
      `${percent} % of the data on your eSIM is used; ${left} are left. You can add more at any time, without installing anything.`,
    button: "Top up",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Your eSIM ends tomorrow" : `Your eSIM ends in ${days} days`),
    lead: (date) => `Your eSIM works until ${date}. If you stay longer, top it up before then.`,
    button: "Top up",
  },
  refund: {
    subject: (amount) => `We have refunded ${amount}`,
    lead: (amount, item) =>
      `We are sorry: ${item} could not be delivered. We have refunded your whole payment of ${amount}.`,
    part: (amount, item) =>
      `We are sorry: a part of your order (${item}) could not be delivered. We refund ${amount} for it.`,
    when: "The money goes back to where it came from. Depending on your bank it shows within 5 to 10 days.",
    button: "View your order",
  },
  link: {
    subject: "Your eSIMs",
    lead: "Here is your link to all eSIMs that were bought with this e-mail address. It works for 24 hours.",
    button: "Open my eSIMs",
    unasked: "If you did not ask for it, you need not do anything.",
  },
  support: (address) => `Questions? Write to ${address}.`,
};
