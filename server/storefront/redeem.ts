import { readClient } from "#server/auth/client.ts";
import { limitAttempts } from "#server/auth/limit-attempts.ts";
import { redeemVoucher } from "#server/domain/shop/checkout/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { readBrowser, rememberOrder } from "./browser.ts";
import { type Draft, dropDraft, type FormField, findDraft, keepDraft, readForm } from "./draft.ts";
import { answerForm, type FormParams, field, isAttempt } from "./form.ts";
import type { Store } from "./open-store.ts";
import type { FaultName } from "./read-checkout.ts";

const FORM = "redeem";
const FIELDS: FormField[] = ["code", "email", "email2", "compatible", "terms"];
const read = (store: Store, form: FormData) => readForm(store, FORM, form, FIELDS);

/** The button "redeem". A try is counted before anything is looked at; whatever is wrong with a code is said in one sentence. */
export const postVoucher = (request: Request, context: FormParams) =>
  answerForm(
    request,
    context,
    async (store, form) => {
      await limitAttempts("voucher", readClient(request.headers).ip);
      const draft = read(store, form);
      const [wrong] = draft.faults;
      const attempt = field(form, "attempt", 60);
      if (wrong || !isAttempt(attempt)) fail("validation_error", "The form is not complete.", { field: wrong ?? FORM });
      const { checkoutId, token } = await redeemVoucher(store.ctx, {
        code: draft.code,
        email: draft.email,
        locale: store.view.language,
        attempt: { browser: await readBrowser(), form: attempt },
      });
      return { to: `/order/${token}`, cookies: [rememberOrder(checkoutId, token), dropDraft()] };
    },
    () => "/redeem",
    (store, form) => [keepDraft(read(store, form))],
  );

export type RedeemForm = { draft: Draft | null; faults: { field: FormField; why: FaultName }[] };

/** What was typed, where the form came back. */
export async function readRedeemForm(store: Store, problem: string | undefined): Promise<RedeemForm> {
  const draft = await findDraft(store, FORM);
  const faults = FIELDS.flatMap((one): RedeemForm["faults"] => {
    if (one === "code") return problem === "resource_not_found" ? [{ field: one, why: "code_voucher" }] : [];
    return draft?.faults.includes(one) ? [{ field: one, why: `fault_${one}` }] : [];
  });
  return { draft, faults };
}
