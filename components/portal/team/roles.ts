/** Roles that can be given; ownership is handed over. */
export const GIVEN_ROLES = [
  { value: "admin", label: "Admin", hint: "Everything except handing the account over" },
  { value: "developer", label: "Developer", hint: "API keys, webhooks and the request log" },
  { value: "finance", label: "Finance", hint: "Balance, ledger and funding" },
  { value: "support", label: "Support", hint: "Orders and eSIMs of travellers" },
  { value: "viewer", label: "Viewer", hint: "Read access to everything" },
] as const;

export type GivenRole = (typeof GIVEN_ROLES)[number]["value"];
