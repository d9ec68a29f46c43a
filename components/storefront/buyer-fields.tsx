import type { FormField, ResidenceView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Residence } from "./residence.tsx";
import type { Translate } from "./translate.ts";

type Typed = { country: string; buyerName: string; buyerAddress: string; buyerVatId: string };
type BuyerFieldsProps = {
  residence: ResidenceView;
  draft: Typed | null;
  stateOf(field: FormField): { error: string | undefined; autoFocus: boolean };
  t: Translate;
};

/** Where a traveller lives, and what businesses add for their invoice. */
export function BuyerFields({ residence, draft, stateOf, t }: BuyerFieldsProps) {
  const ofInvoice = ["buyerName", "buyerAddress", "buyerVatId"] as const;
  const isOpen = ofInvoice.some((name) => draft?.[name] || stateOf(name).error);
  const [name, address, vatId] = ofInvoice.map(stateOf);
  return (
    <>
      <Residence
        countries={residence.countries}
        country={draft?.country ?? ""}
        words={{
          label: t("residence"),
          help: t("residenceHelp"),
          choose: t("choose"),
          update: t("updateTotal"),
        }}
        error={stateOf("country").error}
        autoFocus={stateOf("country").autoFocus}
      />
      <details open={isOpen} className="rounded-2xl border border-line bg-raised px-4">
        <summary className="disclosure py-3 font-medium text-[15px]">{t("invoiceDetails")}</summary>
        <div className="grid gap-4 pb-4">
          {residence.hasReverse && <p className="text-[15px] text-ink-soft">{t("invoiceDetailsHelp")}</p>}
          <Field
            label={t("buyerName")}
            name="buyerName"
            autoComplete="organization"
            maxLength={200}
            defaultValue={draft?.buyerName}
            {...name}
          />
          <Field
            label={t("buyerAddress")}
            name="buyerAddress"
            autoComplete="off"
            maxLength={300}
            defaultValue={draft?.buyerAddress}
            {...address}
          />
          <Field
            label={t("buyerVatId")}
            name="buyerVatId"
            autoComplete="off"
            spellCheck={false}
            maxLength={30}
            defaultValue={draft?.buyerVatId}
            beside={
              <Button look="plain" name="act" value="country">
                {t("updateTotal")}
              </Button>
            }
            {...vatId}
          />
        </div>
      </details>
    </>
  );
}
