/** The parts of the reference, in its order. */
export const tags = {
  Connection: "Whether the service answers, whether the key works, and what it has used of its limits.",
  Meta: "Lists that programs read: scopes, events, addresses, and what each network supplier supports.",
  Account: "The reseller's account: profile, wallet and credit, and every money movement.",
  Catalogue: "Packages on sale at the account's own prices, and the countries and regions they cover.",
  Orders: "Quote, buy, read and cancel. A purchase is repeatable without danger and protected against price changes.",
  eSIMs: "The delivered profiles: state, usage, device, installation data, history, suspend and resume.",
  "Top-ups and actions": "More data for an eSIM, and the progress of everything that was requested of a supplier.",
  Webhooks: "Endpoints that receive events, and what was sent to them.",
  Brand: "How white-label pages look to the reseller's customers.",
  Events: "Sent by us, signed, to the webhook endpoints that subscribe to them.",
} satisfies Record<string, string>;
