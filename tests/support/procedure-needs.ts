import type { OperatorPermission } from "#server/kernel/operator-permissions.ts";
import type { Permission } from "#server/kernel/permissions.ts";

/**
 * What a procedure of the portal's API asks of whoever calls it. `anyone`: a visitor too. `person`: somebody who is signed
 * in. `team`: somebody on the team of an account, whatever their role. Else the permission that the role has to have, in the
 * account or on the platform's own side.
 */
export type Need = "anyone" | "person" | "team" | Permission | OperatorPermission;

/**
 * The one table that the matrix takes its expectations from, apart from the code that it judges: a procedure that is not
 * in it, and an entry that is none, fail the test.
 */
export const NEEDS: Record<string, Need> = {
  ...all("anyone", "auth", "beginPasskey invitation acceptInvitation requestReset isResetOpen resetPassword"),
  ...all("anyone", "status", "get"),
  ...all(
    "person",
    "person",
    `get noticeKinds muteNotifications rename changePassword beginTotp confirmTotp disableTotp renewRecoveryCodes passkeys
     confirmations beginConfirmation confirm beginPasskey addPasskey removePasskey sessions revokeSession revokeOtherSessions switchAccount`,
  ),
  ...all("team", "overview", "announcements"),
  ...all("balance:read", "overview", "get"),
  ...all("orders:read", "overview", "days attention"),
  ...all("catalog:read", "catalog", "list places get"),
  ...all("orders:read", "orders", "list get previewCancel placed"),
  ...all("catalog:read", "orders", "countries packages quote"),
  ...all("ledger:read", "orders", "entries"),
  ...all("webhooks:read", "orders", "events"),
  ...all("orders:place", "orders", "place"),
  ...all("esims:manage", "orders", "cancel"),
  ...all("team", "esims", "suppliers"),
  ...all("orders:read", "esims", "list get usage refresh topupOptions"),
  ...all("esims:manage", "esims", "suspend resume share shares withdrawShares live"),
  ...all("orders:place", "esims", "topup"),
  ...all("orders:read", "handovers", "list"),
  ...all("esims:manage", "handovers", "suggest send withdraw"),
  ...all("balance:read", "balance", "get owed reserved alert funding checkCard autoFunding checkSavedCard"),
  ...all("ledger:read", "balance", "ledger chainHead chain"),
  ...all(
    "balance:manage",
    "balance",
    "setAlert clearAlert requestFunding payByCard withdrawFunding setAutoFunding stopAutoFunding saveCard removeCard",
  ),
  ...all("keys:read", "keys", "list usage mcp"),
  ...all("team", "keys", "options"),
  ...all("keys:manage", "keys", "create change setMcp rotate revoke"),
  ...all("orders:read", "sales", "list get evidence customers customer figures invoices"),
  ...all("sales:refund", "sales", "refund resolveRefund"),
  ...all("orders:read", "discounts", "list preview"),
  ...all("sales:offer", "discounts", "create change"),
  ...all("orders:read", "vouchers", "list get"),
  ...all("sales:offer", "vouchers", "create block"),
  ...all("brand:read", "storefront", "state retailRules previewRetailRule domain payments"),
  ...all("brand:read", "guarantee", "get"),
  ...all("sales:offer", "guarantee", "set"),
  ...all("orders:read", "storefront", "mails"),
  ...all("brand:manage", "storefront", "setRetailRule removeRetailRule verifyDomain"),
  ...all("balance:manage", "storefront", "setStripeKeys removeStripeKeys"),
  ...all("team", "law", "countries"),
  ...all("brand:read", "law", "get missing"),
  ...all("brand:manage", "law", "setSeller confirmVat stopVat"),
  ...all("brand:read", "storefront", "sender"),
  ...all("brand:manage", "storefront", "setSender verifySender removeSender"),
  ...all("brand:read", "mailWords", "get preview"),
  ...all("brand:manage", "mailWords", "set"),
  ...all("brand:read", "pages", "list get"),
  ...all("brand:manage", "pages", "save remove"),
  ...all("brand:read", "brand", "get versions"),
  ...all("brand:manage", "brand", "saveDraft publish restore addPicture setDomain"),
  ...all("webhooks:read", "webhooks", "list get sample deliveries delivery countSince countMatching"),
  ...all("team", "webhooks", "events"),
  ...all(
    "webhooks:manage",
    "webhooks",
    "checkAddress create update enable disable rotate switchSecret send replay replaySince replayMatching",
  ),
  ...all("webhooks:read", "drills", "list"),
  ...all("webhooks:manage", "drills", "start stop"),
  ...all("notices:read", "notices", "unread list"),
  ...all("notices:manage", "notices", "read"),
  ...all("requests:read", "requests", "list errors choices get"),
  // Of a list, what it takes to see it; the samples are of orders.
  ...all("orders:read", "views", "list save change remove"),
  ...all("team:read", "team", "members invitations"),
  ...all("team", "team", "roles"),
  ...all("team:manage", "team", "invite resend revoke changeRole remove endSessions"),
  ...all("ownership:transfer", "team", "transfer"),
  ...all("audit:read", "team", "audit"),
  ...all("orders:read", "search", "find"),
  ...all("platform:read", "operator", "board concerns notices audit bankAccounts"),
  ...all("platform:read", "operator.alerts", "list runbooks settings"),
  ...all("platform:read", "operator.incidents", "list get"),
  ...all("platform:read", "operator.statements", "list get"),
  ...all("audits:run", "operator.statements", "preview upload"),
  ...all("reviews:decide", "operator.statements", "settle"),
  ...all("incidents:manage", "operator.incidents", "open openFromAlert update setPublicName"),
  ...all("alerts:acknowledge", "operator.alerts", "acknowledge"),
  ...all("alerts:manage", "operator.alerts", "change testWebhook"),
  ...all("platform:read", "operator.accounts", "list get ledger statement closing"),
  ...all("accounts:manage", "operator.accounts", "create change"),
  ...all("money:move", "operator.accounts", "stopAutoFunding"),
  ...all("accounts:visit", "operator.accounts", "visit endVisit"),
  ...all("sessions:end", "operator.accounts", "endSessions"),
  ...all("platform:read", "operator.pricing", "rules preview previewRemoval"),
  // Whoever decides is held against the kind of the decision, once it is found; the sample asks for a correction.
  ...all("platform:read", "operator.decisions", "list approve refuse"),
  ...all("money:move", "operator.decisions", "plan ask"),
  ...all("platform:read", "operator.reviews", "list get"),
  ...all("platform:read", "operator.search", "find orders esims"),
  ...all("reviews:decide", "operator.reviews", "ask"),
  ...all("platform:read", "operator.fx", "list history"),
  ...all("rates:manage", "operator.fx", "unpin verify refuse refresh"),
  ...all("platform:read", "operator.suppliers", "list get pulled closing routing"),
  ...all("suppliers:manage", "operator.suppliers", "setCredentials removeCredentials setOpen setRouting"),
  ...all("platform:read", "operator.health", "get"),
  ...all("platform:read", "operator.books", "trialBalance reserved"),
  ...all("audits:run", "operator.health", "requestAudit"),
  ...all("platform:read", "operator.reconciliation", "get"),
  ...all("audits:run", "operator.reconciliation", "request"),
  ...all("platform:read", "operator.numbers", "get"),
  ...all("platform:read", "operator.announcements", "list"),
  ...all("announcements:manage", "operator.announcements", "publish withdraw"),
  ...all("platform:read", "operator.operators", "roles"),
  ...all("operators:manage", "operator.operators", "list invite revoke changeRole"),
};

function all(need: Need, area: string, names: string): Record<string, Need> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [`${area}.${name}`, need]));
}
