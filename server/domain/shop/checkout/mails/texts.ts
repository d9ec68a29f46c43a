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
  topup: { subject(item: string): string; lead(item: string, total: string): string; button: string };
  data: { subject(used: string): string; lead(used: string, left: string): string; button: string };
  expiry: { subject(days: number): string; lead(date: string): string; button: string };
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
  /** A link to it. */
  invoice: string;
  number(number: string): string;
  support(address: string): string;
};
