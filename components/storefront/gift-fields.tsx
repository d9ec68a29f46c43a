import type { CheckoutView, FormField, StoreView } from "#server/storefront/index.ts";
import { Field } from "./field.tsx";
import { LANGUAGE_FACTS, type Translate } from "./translate.ts";

type GiftFieldsProps = {
  store: StoreView;
  found: Pick<CheckoutView, "draft" | "giftDays">;
  stateOf(field: FormField): { error: string | undefined; autoFocus: boolean };
  t: Translate;
};

/** For whom it is, where that is somebody else: closed until somebody wants it, and open with whatever was typed. */
export function GiftFields({ store, found: { draft, giftDays }, stateOf, t }: GiftFieldsProps) {
  const [name, email, date] = (["giftName", "giftEmail", "giftDate"] as const).map(stateOf);
  const isOpen = [draft?.giftName, draft?.giftEmail, draft?.giftMessage, draft?.giftDate].some(Boolean);
  return (
    <details open={isOpen} className="rounded-2xl border border-line bg-raised px-4">
      <summary className="disclosure py-3 font-medium text-[15px]">{t("gift")}</summary>
      <div className="grid gap-4 pb-4 *:min-w-0">
        <p className="text-[15px] text-ink-soft">{t("giftLead")}</p>
        <Field
          label={t("giftName")}
          name="giftName"
          autoComplete="off"
          maxLength={60}
          defaultValue={draft?.giftName}
          {...name}
        />
        <Field
          label={t("giftEmail")}
          name="giftEmail"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          defaultValue={draft?.giftEmail}
          {...email}
        />
        <div className="grid gap-1.5">
          <label htmlFor="giftLanguage" className="font-medium">
            {t("giftLanguage")}
          </label>
          <select
            id="giftLanguage"
            name="giftLanguage"
            defaultValue={draft?.giftLanguage ?? store.language}
            className="h-12 rounded-xl border border-line-strong bg-raised px-4 text-base"
          >
            {Object.entries(LANGUAGE_FACTS).map(([code, language]) => (
              <option key={code} value={code} lang={code}>
                {language.name}
              </option>
            ))}
          </select>
        </div>
        <div className="grid gap-1.5">
          <label htmlFor="giftMessage" className="font-medium">
            {t("giftMessage")}
          </label>
          <textarea
            id="giftMessage"
            name="giftMessage"
            rows={3}
            maxLength={300}
            defaultValue={draft?.giftMessage}
            dir="auto"
            className="rounded-xl border border-line-strong bg-raised px-4 py-3 text-base"
          />
        </div>
        <Field
          label={t("giftDate")}
          help={t("giftDateHelp")}
          name="giftDate"
          type="date"
          min={giftDays.from}
          max={giftDays.to}
          defaultValue={draft?.giftDate}
          {...date}
        />
      </div>
    </details>
  );
}
