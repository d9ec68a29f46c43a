/** What mails to travellers are called in the portal. */
export const MAIL_KINDS: Record<string, string> = {
  order: "Order",
  delivery: "Delivery",
  handover: "Sent by staff",
  gift: "Gift, to the recipient",
  "auto-topup": "Automatic top-up, on",
  "auto-topup-end": "Automatic top-up, off",
  "gift-ready": "Gift, to the buyer",
  topup: "Top-up",
  refund: "Refund",
  voucher: "Voucher not used",
  cancelled: "Cancelled",
  "low-data": "Low data",
  expiry: "Ends soon",
  silent: "Does not connect",
  replacement: "Replacement eSIM",
  "magic-link": "Link to eSIMs",
};
