import type { MailTexts } from "./texts.ts";

export const en: MailTexts = {
  order: {
    subject: (item) => `Your order: ${item}`,
    lead: (item, total) => `Thank you. We have received ${total} for ${item}.`,
    next: "Your eSIM is usually ready within a minute. We will send it in a second e-mail; you can also follow your order here:",
    button: "View your order",
  },
  delivery: {
    subject: (item) => `Your eSIM is ready: ${item}`,
    lead: (count, item) => (count > 1 ? `Your ${count} eSIMs are ready: ${item}.` : `Your eSIM is ready: ${item}.`),
    how: "Install it while you have Wi-Fi, ideally before you travel. Each eSIM can be installed only once, on one device: do not delete it afterwards. The page shows every step for your device.",
    button: "Install now",
    qr: (number, of) => (of > 1 ? `QR code of eSIM ${number} of ${of}` : "QR code of your eSIM"),
    address: "SM-DP+ address",
    code: "Activation code",
  },
  handover: {
    keep: (until) =>
      `The link below opens your eSIM and works until ${until}. Keep it to yourself: whoever has it can install the eSIM.`,
  },
  topup: {
    subject: (item) => `Your eSIM is topped up: ${item}`,
    lead: (item, total) =>
      `Your eSIM is topped up: ${item}. We have received ${total}. There is nothing to install: it works at once.`,
    button: "See what is left",
  },
  data: {
    subject: (used) => `You have used ${used} of your data`,
    lead: (used, left) =>
      `You have used ${used} of the data on your eSIM and have ${left} left. You can top up at any time, without installing anything.`,
    button: "Top up",
  },
  expiry: {
    subject: (days) => (days === 1 ? "Your eSIM expires tomorrow" : `Your eSIM expires in ${days} days`),
    lead: (date) => `Your eSIM works until ${date}. If you stay longer, top it up before then.`,
    button: "Top up",
  },
  refund: {
    subject: (amount) => `We have refunded ${amount}`,
    lead: (amount, item) =>
      `We are sorry: ${item} could not be delivered. We have refunded your whole payment of ${amount}.`,
    part: (amount, item) =>
      `We are sorry: part of your order (${item}) could not be delivered. We are refunding ${amount} for it.`,
    given: (amount, item) => `We are refunding ${amount} of your payment for ${item}.`,
    announced: (amount) => `We will refund ${amount}`,
    stopped: (amount, item) =>
      `Your order of ${item} was stopped before anything was delivered. We have refunded your whole payment of ${amount}.`,
    promised: (amount, item) =>
      `We will refund ${amount} of your payment for ${item}. Your order is still under way: the money leaves as soon as it has ended.`,
    stopping: (amount, item) =>
      `We are stopping your order of ${item} and will refund ${amount} of it. The money leaves as soon as the order has ended; if nothing is delivered, you get back all you paid.`,
    when: "The money goes back to your payment method. Depending on your bank, it shows within 5 to 10 days.",
    button: "View your order",
  },
  voucher: {
    subject: (item) => `Your voucher was not used: ${item}`,
    lead: (item) => `We are sorry: we could not deliver ${item}.`,
    again: "Your voucher code has not been used up. Please redeem it again later, or write to us.",
    button: "View your order",
  },
  cancelled: {
    subject: (item) => `Your eSIM was cancelled: ${item}`,
    lead: (count, item) =>
      count > 1
        ? `${count} of your eSIMs were cancelled and no longer work: ${item}.`
        : `Your eSIM was cancelled and no longer works: ${item}.`,
    back: (amount) => `We are refunding ${amount}.`,
    before: (amount) => `We have already refunded ${amount} of this order.`,
    kept: "Your payment is not refunded for it. If you have questions, write to us.",
    button: "View your order",
  },
  link: {
    subject: "Your eSIMs",
    lead: "Here is your link to all eSIMs bought with this e-mail address. It works for 24 hours.",
    button: "Open my eSIMs",
    unasked: "If you did not ask for it, you can ignore this e-mail.",
  },
  invoice: "Your invoice (PDF)",
  number: (number) => `Order number: ${number}`,
  support: (address) => `Questions? Write to ${address}.`,
};
