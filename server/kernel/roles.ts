/** What staff of a reseller can be, from the one who answers for everything to the one who only looks. */
export const ROLES = {
  owner: "Everything, including who else is on the team and handing the account over",
  admin: "Everything except handing the account over",
  developer: "API keys, webhooks and the request log",
  finance: "Balance, ledger and funding",
  support: "Orders and eSIMs of travellers",
  viewer: "Read access to everything",
} as const;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** What the platform's own staff can be. */
export const OPERATOR_ROLES = {
  support: "Read access, and decides review cases",
  finance: "Support, plus money: deposits, refunds, credit lines, prices and rates",
  admin: "Everything, including accounts, suppliers and who works here",
} as const;

export type OperatorRole = keyof typeof OPERATOR_ROLES;

export const OPERATOR_ROLE_NAMES = Object.keys(OPERATOR_ROLES) as OperatorRole[];
