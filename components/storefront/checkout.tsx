import type { CheckoutView, FormField, StoreView } from "#server/storefront/index.ts";
import { Amounts } from "./amounts.tsx";
import { Button, LinkButton } from "./button.tsx";
import { BuyerFields } from "./buyer-fields.tsx";
import { Faults, Field, formState } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { GiftFields } from "./gift-fields.tsx";
import { Plans } from "./plans-chosen.tsx";
import { Problem } from "./problem.tsx";
import { Note, Page } from "./section.tsx";
import { sumOf } from "./sum-of.ts";
import { DeviceTick, TermsTick } from "./ticks.tsx";
import { type Translate, translator } from "./translate.ts";

type CheckoutProps = { store: StoreView; found: CheckoutView | null; attempt: string; problem?: string };

/**
 * One page, no account. The total is the one shown here: if it has moved, the form comes back. A form that comes back has
 * everything that was typed, what is wrong at its fields, and the first of these is where one goes on.
 */
export function Checkout({ store, found, attempt, problem }: CheckoutProps) {
  const t = translator(store.language);
  const faults = found?.faults ?? [];
  return (
    <Frame store={store} path={found && `/checkout/${found.plan.id}`}>
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("checkout")}</h1>
        <div className="mt-6 grid gap-6 *:min-w-0">
          {faults.length > 0 ? <WhatIsWrong faults={faults} t={t} /> : <Problem code={problem} t={t} />}
          {!found && problem !== "package_not_found" && <Note tone="bad">{t("noPrices")}</Note>}
          {!found && (
            <LinkButton look="plain" href={`${store.base}/${store.language}`}>
              {t("backToShop")}
            </LinkButton>
          )}
          {!store.openForSale && <Note tone="bad">{t("closedBanner")}</Note>}
          {store.environment === "test" && <Note>{t("testMail")}</Note>}
          {found && <Plans found={found} isOpen={store.openForSale} t={t} />}
          {found && store.openForSale && <Form store={store} found={found} attempt={attempt} />}
        </div>
      </Page>
    </Frame>
  );
}

const LABELS: Record<FormField, Parameters<Translate>[0]> = {
  email: "email",
  email2: "emailAgain",
  country: "residence",
  buyerName: "buyerName",
  buyerAddress: "buyerAddress",
  buyerVatId: "buyerVatId",
  giftName: "giftName",
  giftEmail: "giftEmail",
  giftDate: "giftDate",
  quantity: "quantity",
  code: "discountCode",
  compatible: "deviceLabel",
  terms: "terms",
};

function WhatIsWrong({ faults, t }: Pick<CheckoutView, "faults"> & { t: Translate }) {
  const lines = faults.map(({ field, why }) => ({ field, label: t(LABELS[field]), text: t(why) }));
  return <Faults title={t("faults", { count: faults.length })} faults={lines} />;
}

type FormProps = { store: StoreView; found: CheckoutView; attempt: string };

/** Browsers leave the checking to us: what is wrong is said in the page's language, all at once. */
function Form({ store, found, attempt }: FormProps) {
  const { plan, others, draft, faults, totals, residence } = found;
  const t = translator(store.language);
  const stateOf = formState(faults, t);
  const told = { code: draft?.code ?? "", isOpen: store.addsVat && !draft?.country, t };
  const address = {
    type: "email",
    required: true,
    autoComplete: "email",
    inputMode: "email",
    maxLength: 254,
  } as const;
  return (
    <form
      id="checkout"
      method="post"
      noValidate
      action={`${store.base}/${store.language}/checkout/${plan.id}/pay`}
      className="grid gap-5 *:min-w-0"
    >
      {/* What Enter presses: the first button of a form. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="price" value={plan.priceValue} />
      {others.map(({ id, quantity }) => (
        <input key={id} type="hidden" name="other" value={`${quantity} ${id}`} />
      ))}
      <Field
        label={t("email")}
        help={t("emailHelp")}
        name="email"
        defaultValue={draft?.email}
        {...address}
        {...stateOf("email")}
      />
      <Field label={t("emailAgain")} name="email2" defaultValue={draft?.email2} {...address} {...stateOf("email2")} />
      {residence && <BuyerFields residence={residence} draft={draft} stateOf={stateOf} t={t} />}
      <GiftFields store={store} found={found} stateOf={stateOf} t={t} />
      <Amounts
        quantity={draft?.quantity ?? 1}
        totals={totals.map((total) => sumOf(total, told))}
        words={{
          quantity: others.length > 0 ? `${t("label", { label: plan.title })} ${t("quantity")}` : t("quantity"),
          help: t("quantityHelp", { price: plan.price.charged }),
          update: t("updateTotal"),
          total: t("total"),
        }}
      >
        <Field
          label={t("discountCode")}
          name="code"
          defaultValue={draft?.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          beside={
            <Button look="plain" name="act" value="update">
              {t("applyCode")}
            </Button>
          }
          {...stateOf("code")}
        />
      </Amounts>
      <div className="grid gap-1">
        <DeviceTick store={store} draft={draft} state={stateOf("compatible")} t={t} />
        <TermsTick store={store} draft={draft} state={stateOf("terms")} t={t} />
      </div>
      <div>
        {store.shown && <p className="mb-3 text-[15px]">{t("payIn", { currency: store.currency })}</p>}
        <Button className="w-full">{t("pay")}</Button>
        <p className="mt-2 text-center text-[15px] text-ink-soft">{t("payNote")}</p>
      </div>
    </form>
  );
}
