import { PASSWORD } from "./people.ts";

const nothing = () => undefined;
const code = "ACC-00000000";
const asked = { kind: "adjustment", accountCode: code, amount: "1", reason: "A sample" };
const rule = {
  ...{ accountCode: "", supplierCode: "", countryCode: "AQ", packageCode: "" },
  ...{ markupPercent: "10", retailMarkupPercent: "20" },
};
const days = { from: "2026-01-01", to: "2026-01-31" };
const currentPassword = PASSWORD;

/**
 * Valid input for the procedures that are asked in no account: by visitors, about oneself, and on the platform's own side.
 * What it names does not exist, so that whoever is allowed to ask changes nothing of anybody's.
 */
export const OTHER_SAMPLES: Record<string, () => unknown> = {
  "auth.beginPasskey": nothing,
  "auth.invitation": () => "nobodys",
  "auth.acceptInvitation": () => ({ token: "nobodys", name: "Nobody", password: PASSWORD }),
  "auth.requestReset": () => ({ email: "nobody@example.com" }),
  "auth.isResetOpen": () => "nobodys",
  "auth.resetPassword": () => ({ token: "nobodys", password: PASSWORD }),
  "person.get": nothing,
  "person.noticeKinds": nothing,
  "person.muteNotices": () => ({ kind: "balance.low", muted: true }),
  "person.rename": () => ({ name: "Somebody" }),
  "person.changePassword": () => ({ currentPassword, password: PASSWORD }),
  "person.beginTotp": nothing,
  "person.confirmTotp": () => ({ code: "000000" }),
  "person.disableTotp": nothing,
  "person.renewRecoveryCodes": nothing,
  "person.confirmations": nothing,
  "person.beginConfirmation": nothing,
  "person.confirm": () => ({ password: PASSWORD }),
  "person.passkeys": nothing,
  "person.beginPasskey": nothing,
  "person.addPasskey": () => ({ name: "Nobody's", response: {} }),
  "person.removePasskey": () => ({ id: "nobodys" }),
  "person.sessions": nothing,
  "person.revokeSession": () => ({ id: "nobodys0" }),
  "person.revokeOtherSessions": nothing,
  "person.switchAccount": () => ({ code }),
  "operator.concerns": nothing,
  "operator.notices": nothing,
  "operator.audit": () => ({}),
  "operator.accounts.list": () => ({}),
  "operator.accounts.create": () => ({
    ...{ companyName: "Sample Ltd", email: "sample@example.com", currency: "EUR", plan: "scale" },
    ...{ creditLimit: "", markupPercent: "" },
  }),
  "operator.accounts.get": () => code,
  "operator.accounts.ledger": () => ({ code }),
  "operator.accounts.statement": () => ({ code, month: "2026-01" }),
  "operator.accounts.change": () => ({ code, failover: true }),
  "operator.accounts.visit": () => ({ code, reason: "A sample" }),
  "operator.accounts.endVisit": nothing,
  "operator.accounts.endSessions": () => ({ code, userId: 999_999 }),
  "operator.pricing.rules": () => ({ accountCode: null }),
  "operator.pricing.preview": () => rule,
  "operator.pricing.previewRemoval": () => ({ id: 999_999 }),
  "operator.decisions.list": () => ({}),
  "operator.decisions.plan": () => asked,
  "operator.decisions.ask": () => asked,
  "operator.decisions.approve": () => ({ id: 999_999, note: "" }),
  "operator.decisions.refuse": () => ({ id: 999_999, note: "A sample" }),
  "operator.reviews.list": nothing,
  "operator.reviews.get": () => "B2B-999999999",
  "operator.fx.list": nothing,
  "operator.fx.history": () => ({ currency: "EUR" }),
  "operator.fx.unpin": () => ({ currency: "ZZZ" }),
  "operator.fx.verify": () => ({ currency: "ZZZ" }),
  "operator.fx.refuse": () => ({ currency: "ZZZ" }),
  "operator.fx.refresh": nothing,
  "operator.suppliers.list": nothing,
  "operator.suppliers.get": () => "airalo",
  "operator.suppliers.pulled": () => ({ pullId: 999_999 }),
  "operator.suppliers.setCredentials": () => ({ code: "airalo", values: {} }),
  "operator.suppliers.removeCredentials": () => ({ code: "airalo" }),
  "operator.suppliers.setOpen": () => ({ code: "airalo", open: true }),
  "operator.health.get": nothing,
  "operator.health.requestAudit": () => ({ kind: "ledger" }),
  "operator.numbers.get": () => ({ ...days, by: "supplier" }),
  "operator.operators.list": nothing,
  "operator.operators.roles": nothing,
  "operator.operators.invite": () => ({ email: "nobody@platform.example", role: "support" }),
  "operator.operators.revoke": () => ({ id: 999_999 }),
  "operator.operators.changeRole": () => ({ userId: 999_999, role: "support" }),
  "operator.announcements.list": nothing,
  "operator.announcements.publish": () => ({
    ...{ tone: "info", title: "Sample", text: "Sample", accountCode: code, startsAt: "", endsAt: "" },
  }),
  "operator.announcements.withdraw": () => ({ id: 999_999 }),
};
