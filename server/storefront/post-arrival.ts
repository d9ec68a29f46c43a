import { stopEsimMails } from "#server/domain/shop/checkout/index.ts";
import { isUnseen, openReplacement } from "#server/domain/shop/guarantee/index.ts";
import { answerForm, type FormParams, field } from "./form.ts";
import { openBoughtEsim } from "./read-esim.ts";

export const HINTS = ["answers", "roaming", "bars"] as const;
/** What the page says above the questions: what to try first. */
export type Hint = (typeof HINTS)[number];

export const toHint = (text: string | undefined): Hint | null => HINTS.find((hint) => hint === text) ?? null;

/**
 * The two questions of an eSIM that does not connect. What they point to is tried first; when that was no help, the answers ask for
 * another eSIM.
 */
export const postReplace = (request: Request, context: FormParams<"token" | "id">) =>
  answerForm(
    request,
    context,
    async (store, form, { token, id }) => {
      const { link, owned } = await openBoughtEsim(store, token, id);
      const hint = hintFor(form, isUnseen(owned.esim));
      if (hint) return { to: `/esim/${token}/${id}?hint=${hint}#arrival` };
      await openReplacement(store.ctx, link, owned.esim.id, { hasBars: field(form, "bars") === "yes" });
      return { to: `/esim/${token}/${id}#arrival` };
    },
    ({ token, id }) => `/esim/${token}/${id}`,
  );

/** `unseen`: that it is installed is said by nobody else. */
export function hintFor(form: FormData, unseen: boolean): Hint | null {
  const [roaming, bars] = [field(form, "roaming"), field(form, "bars")];
  const isAnswered = [roaming, bars].every((answer) => answer === "yes" || answer === "no");
  if (!isAnswered || form.get("here") === null || (unseen && form.get("installed") === null)) return "answers";
  if (roaming === "no") return "roaming";
  return bars === "yes" && field(form, "tried") !== "bars" ? "bars" : null;
}

/** Stops the mails about an eSIM, or has them sent again. */
export const postEsimMails = (request: Request, context: FormParams<"token" | "id">) =>
  answerForm(
    request,
    context,
    async (store, form, { token, id }) => {
      const { link, owned } = await openBoughtEsim(store, token, id);
      await stopEsimMails(store.ctx, link, owned.esim.id, { stopped: field(form, "mails") === "stop" });
      return { to: `/esim/${token}/${id}#mails` };
    },
    ({ token, id }) => `/esim/${token}/${id}`,
  );
