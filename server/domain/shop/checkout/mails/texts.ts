import type { Translate } from "#server/kernel/words.ts";

/** What mails to travellers say. Items are named as the catalogue names them; amounts, percentages and dates come formatted. */
export type MailTexts = {
  order: { subject(item: string): string; lead(item: string, total: string): string; next: string; button: string };
  delivery: {
    subject(item: string): string;
    lead(count: number, item: string): string;
    how: string;
    button: string;
    qr(number: number, of: number): string;
    address: string;
    code: string;
  };
  /** `until`: the day after which the link is over. */
  handover: { keep(until: string): string };
  /** To whom something was given, and to who gave it: what was sent, or will be on a day. */
  gift: { subject(item: string): string; lead(name: string, item: string): string; message(message: string): string };
  given: {
    next: string;
    subject(item: string): string;
    sent(item: string, name: string, email: string): string;
    waits(item: string, name: string, email: string, date: string): string;
  };
  topup: { subject(item: string): string; lead(item: string, total: string): string; button: string };
  data: { subject(used: string): string; lead(used: string, left: string): string; button: string };
  expiry: { subject(days: number): string; lead(date: string): string; button: string };
  /** Installed and not in use. `promise`: where its reseller guarantees that it connects. */
  silent: { subject: string; lead(place: string): string; help: string; promise: string; button: string };
  replacement: { subject(item: string): string; lead: string };
  /** How the mails about an eSIM's life are stopped. */
  stop: string;
  /** A top-up that is bought by itself: allowed, bought (so many of so many, and the last one), and ended, in words for each reason. */
  auto: {
    subject(item: string): string;
    lead(item: string, price: string, count: number, when: string): string;
    most(total: string): string;
    how(price: string): string;
    button: string;
    charged(count: string, of: string): string;
    last: string;
    endSubject: string;
    declined(item: string): string;
    changed(item: string): string;
    undelivered(item: string): string;
    withdrawn(item: string): string;
    again: string;
  };
  refund: {
    subject(amount: string): string;
    lead(amount: string, item: string): string;
    part(amount: string, item: string): string;
    /** By the shop's own decision. */
    given(amount: string, item: string): string;
    /** Decided while the order is under way: the subject, and what is said with and without stopping it. */
    announced(amount: string): string;
    promised(amount: string, item: string): string;
    stopping(amount: string, item: string): string;
    /** It was stopped before anything was bought. */
    stopped(amount: string, item: string): string;
    when: string;
    button: string;
  };
  /** A code for which nothing could be delivered. */
  voucher: { subject(item: string): string; lead(item: string): string; again: string; button: string };
  /** `before`: nothing goes back now, and something did earlier. `kept`: nothing at all. */
  cancelled: {
    subject(item: string): string;
    lead(count: number, item: string): string;
    back(amount: string): string;
    before(amount: string): string;
    kept: string;
    button: string;
  };
  link: { subject: string; lead: string; button: string; unasked: string };
  /** What stands before a value. */
  label(label: string): string;
  /** A link to it. */
  invoice: string;
  number(number: string): string;
  support(address: string): string;
};

/** The words of a language's file that begin with `mail_`. */
export const mailTexts = (t: Translate): MailTexts => ({
  order: {
    subject: (item) => t("mail_order_subject", { item }),
    lead: (item, total) => t("mail_order_lead", { item, total }),
    next: t("mail_order_next"),
    button: t("mail_order_button"),
  },
  delivery: {
    subject: (item) => t("mail_delivery_subject", { item }),
    lead: (count, item) => t("mail_delivery_lead", { count, item }),
    how: t("mail_delivery_how"),
    button: t("mail_delivery_button"),
    qr: (number, of) => t("mail_delivery_qr", { number, of }),
    address: t("mail_delivery_address"),
    code: t("mail_delivery_code"),
  },
  handover: { keep: (until) => t("mail_handover_keep", { until }) },
  gift: {
    subject: (item) => t("mail_gift_subject", { item }),
    lead: (name, item) => t("mail_gift_lead", { name, item }),
    message: (message) => t("mail_gift_message", { message }),
  },
  given: {
    next: t("mail_order_gift"),
    subject: (item) => t("mail_given_subject", { item }),
    sent: (item, name, email) => t("mail_given_sent", { item, name, email }),
    waits: (item, name, email, date) => t("mail_given_waits", { item, name, email, date }),
  },
  topup: {
    subject: (item) => t("mail_topup_subject", { item }),
    lead: (item, total) => t("mail_topup_lead", { item, total }),
    button: t("mail_topup_button"),
  },
  data: {
    subject: (used) => t("mail_data_subject", { used }),
    lead: (used, left) => t("mail_data_lead", { used, left }),
    button: t("mail_data_button"),
  },
  expiry: {
    subject: (days) => t("mail_expiry_subject", { days }),
    lead: (date) => t("mail_expiry_lead", { date }),
    button: t("mail_expiry_button"),
  },
  silent: {
    subject: t("mail_silent_subject"),
    lead: (place) => t("mail_silent_lead", { place }),
    help: t("mail_silent_help"),
    promise: t("mail_silent_promise"),
    button: t("mail_silent_button"),
  },
  replacement: {
    subject: (item) => t("mail_replacement_subject", { item }),
    lead: t("mail_replacement_lead"),
  },
  stop: t("mail_stop"),
  auto: {
    subject: (item) => t("mail_auto_subject", { item }),
    lead: (item, price, count, when) => t("mail_auto_lead", { item, price, count, when }),
    most: (total) => t("mail_auto_most", { total }),
    how: (price) => t("mail_auto_how", { price }),
    button: t("mail_auto_button"),
    charged: (count, of) => t("mail_auto_charged", { count, of }),
    last: t("mail_auto_last"),
    endSubject: t("mail_auto_end_subject"),
    declined: (item) => t("mail_auto_declined", { item }),
    changed: (item) => t("mail_auto_changed", { item }),
    undelivered: (item) => t("mail_auto_undelivered", { item }),
    withdrawn: (item) => t("mail_auto_withdrawn", { item }),
    again: t("mail_auto_again"),
  },
  refund: {
    subject: (amount) => t("mail_refund_subject", { amount }),
    lead: (amount, item) => t("mail_refund_lead", { amount, item }),
    part: (amount, item) => t("mail_refund_part", { amount, item }),
    given: (amount, item) => t("mail_refund_given", { amount, item }),
    announced: (amount) => t("mail_refund_announced", { amount }),
    promised: (amount, item) => t("mail_refund_promised", { amount, item }),
    stopping: (amount, item) => t("mail_refund_stopping", { amount, item }),
    stopped: (amount, item) => t("mail_refund_stopped", { amount, item }),
    when: t("mail_refund_when"),
    button: t("mail_refund_button"),
  },
  voucher: {
    subject: (item) => t("mail_voucher_subject", { item }),
    lead: (item) => t("mail_voucher_lead", { item }),
    again: t("mail_voucher_again"),
    button: t("mail_voucher_button"),
  },
  cancelled: {
    subject: (item) => t("mail_cancelled_subject", { item }),
    lead: (count, item) => t("mail_cancelled_lead", { count, item }),
    back: (amount) => t("mail_cancelled_back", { amount }),
    before: (amount) => t("mail_cancelled_before", { amount }),
    kept: t("mail_cancelled_kept"),
    button: t("mail_cancelled_button"),
  },
  link: {
    subject: t("mail_link_subject"),
    lead: t("mail_link_lead"),
    button: t("mail_link_button"),
    unasked: t("mail_link_unasked"),
  },
  label: (label) => t("label", { label }),
  invoice: t("mail_invoice"),
  number: (number) => t("mail_number", { number }),
  support: (address) => t("mail_support", { address }),
});
