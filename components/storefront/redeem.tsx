import type { FormField, RedeemForm, StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Faults, Field, formState } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { Problem } from "./problem.tsx";
import { Note, Page } from "./section.tsx";
import { DeviceTick, TermsTick } from "./ticks.tsx";
import { translator } from "./translate.ts";

type RedeemProps = { store: StoreView; form: RedeemForm; attempt: string; problem?: string };

/** Nothing was to be paid, and no other plan is to be chosen: what stands in the way is for the reseller to change, or passes. */
const NOT_NOW: ReadonlySet<string> = new Set([
  "supplier_unavailable",
  "package_not_found",
  "insufficient_balance",
  "fx_unavailable",
  "access_denied",
]);

/** A voucher's code becomes an eSIM: no payment, no account. */
export function Redeem({ store, form: { draft, faults }, attempt, problem }: RedeemProps) {
  const t = translator(store.language);
  const stateOf = formState(faults, t);
  const labels = { code: t("voucherCode"), email: t("email"), email2: t("emailAgain") };
  const names: Partial<Record<FormField, string>> = { ...labels, compatible: t("deviceLabel"), terms: t("terms") };
  const address = { type: "email", required: true, autoComplete: "email", inputMode: "email", maxLength: 254 } as const;
  return (
    <Frame store={store} path="/redeem">
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("redeem")}</h1>
        <p className="mt-2 text-ink-soft">{t("redeemLead")}</p>
        <div className="mt-6 grid gap-6 *:min-w-0">
          {faults.length > 0 ? (
            <Faults
              title={t("faults", { count: faults.length })}
              faults={faults.map(({ field, why }) => ({ field, label: names[field] ?? "", text: t(why) }))}
            />
          ) : (
            <Problem code={problem && NOT_NOW.has(problem) ? "voucher" : problem} t={t} />
          )}
          {store.environment === "test" && <Note>{t("testMail")}</Note>}
          <form
            method="post"
            noValidate
            action={`${store.base}/${store.language}/redeem/take`}
            className="grid gap-5 *:min-w-0"
          >
            <input type="hidden" name="attempt" value={attempt} />
            <Field
              label={labels.code}
              help={t("voucherHelp")}
              name="code"
              defaultValue={draft?.code}
              required
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              {...stateOf("code")}
            />
            <Field
              label={labels.email}
              help={t("emailHelp")}
              name="email"
              defaultValue={draft?.email}
              {...address}
              {...stateOf("email")}
            />
            <Field
              label={labels.email2}
              name="email2"
              defaultValue={draft?.email2}
              {...address}
              {...stateOf("email2")}
            />
            <div className="grid gap-1">
              <DeviceTick store={store} draft={draft} state={stateOf("compatible")} t={t} />
              <TermsTick store={store} draft={draft} state={stateOf("terms")} t={t} />
            </div>
            <Button className="w-full">{t("redeemButton")}</Button>
          </form>
        </div>
      </Page>
    </Frame>
  );
}
