/** What opens something, in the forms that the contract gives it: API keys, signing secrets, activation codes, tokens of sessions. */
const SECRETS =
  /(svc_(?:test|live)_[0-9A-Za-z]{8}|svc_sign_|whsec_|mcp_)[0-9A-Za-z+/=_-]+|(LPA(?::|%3A)1(?:\$|%24))[^\s"\\&]+|(eyJ)[\w-]{8,}[\w.-]*|(bearer )[\w+/=.~-]{8,}/gi;
const MAY_HOLD_ONE = /svc_|whsec_|mcp_|LPA|eyJ|bearer /i;
const EMAIL = /[\w.+-]{1,64}@(?=[\w-])/g;

export const HIDDEN = "•••";

/** Fields that are hidden whatever they hold. */
export const SECRET_NAME =
  /secret|password|token|authori[sz]ation|signature|activation|api_?key|cookie|^(otp|pin|cvc|iban)$/i;

/** A text without secrets and e-mail addresses; of a key its prefix stays, of an address its domain. */
export function withoutSecrets(text: string): string {
  const left = MAY_HOLD_ONE.test(text) ? text.replace(SECRETS, `$1$2$3$4${HIDDEN}`) : text;
  return left.includes("@") ? left.replace(EMAIL, `${HIDDEN}@`) : left;
}
