import type { PlanView, StoreView } from "#server/storefront/index.ts";
import { Button, LinkButton } from "./button.tsx";
import { Field, Tick } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { Problem } from "./problem.tsx";
import { Note, Page } from "./section.tsx";
import { translator } from "./translate.ts";

type CheckoutProps = { store: StoreView; plan: PlanView | null; attempt: string; problem?: string };

/** One page, no account. The price is the one shown here: if it has moved, the form comes back. */
export function Checkout({ store, plan, attempt, problem }: CheckoutProps) {
  const t = translator(store.language);
  return (
    <Frame store={store} path={null}>
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("checkout")}</h1>
        <div className="mt-6 grid gap-6">
          <Problem code={problem} t={t} />
          {!plan && problem !== "package_not_found" && <Note tone="bad">{t("noPrices")}</Note>}
          {!plan && (
            <LinkButton look="plain" href={`${store.base}/${store.language}`}>
              {t("backToShop")}
            </LinkButton>
          )}
          {!store.openForSale && <Note tone="bad">{t("closedBanner")}</Note>}
          {store.environment === "test" && <Note>{t("testMail")}</Note>}
          {plan && <Summary plan={plan} t={t} />}
          {plan && store.openForSale && <Form store={store} plan={plan} attempt={attempt} />}
        </div>
      </Page>
    </Frame>
  );
}

function Summary({ plan, t }: { plan: PlanView; t: ReturnType<typeof translator> }) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-2xl border border-line bg-raised p-5">
      <div>
        <p className="font-semibold text-lg">{plan.title}</p>
        <p className="text-[15px] text-ink-soft">
          {t(plan.starts === "install" ? "startsInstall" : "startsConnection", { days: plan.installWithin })}
        </p>
      </div>
      <p className="text-end font-semibold text-xl tabular-nums">{plan.price}</p>
    </div>
  );
}

function Form({ store, plan, attempt }: { store: StoreView; plan: PlanView; attempt: string }) {
  const t = translator(store.language);
  const { termsUrl, privacyUrl } = store.legal;
  return (
    <form
      method="post"
      action={`${store.base}/${store.language}/checkout/${encodeURIComponent(plan.id)}/pay`}
      className="grid gap-5"
    >
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="price" value={plan.priceValue} />
      <Field
        label={t("email")}
        help={t("emailHelp")}
        type="email"
        name="email"
        required
        autoComplete="email"
        inputMode="email"
        maxLength={254}
      />
      <Field
        label={t("emailAgain")}
        type="email"
        name="email2"
        required
        autoComplete="email"
        inputMode="email"
        maxLength={254}
      />
      <div className="grid gap-1.5">
        <label htmlFor="quantity" className="font-medium">
          {t("quantity")}
        </label>
        <select
          id="quantity"
          name="quantity"
          defaultValue="1"
          className="h-12 rounded-xl border border-line-strong bg-raised px-4 text-base"
        >
          {Array.from({ length: 10 }, (_, i) => i + 1).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
        <p className="text-[15px] text-ink-soft">{t("quantityHelp", { price: plan.price })}</p>
      </div>
      <div className="grid gap-1">
        <Tick name="compatible">
          {t("tickDevice")}{" "}
          <a
            href={`${store.base}/${store.language}/device`}
            target="_blank"
            rel="noreferrer"
            className="text-brand-text underline"
          >
            {t("deviceCheck")}
          </a>
        </Tick>
        <Tick name="terms">
          {t("tickTerms")}{" "}
          <a
            href={termsUrl ?? `${store.base}/${store.language}/legal`}
            target="_blank"
            rel="noreferrer"
            className="text-brand-text underline"
          >
            {t("terms")}
          </a>
          {privacyUrl && (
            <>
              {" · "}
              <a href={privacyUrl} target="_blank" rel="noreferrer" className="text-brand-text underline">
                {t("privacy")}
              </a>
            </>
          )}
        </Tick>
      </div>
      <div className="sticky bottom-0 -mx-4 border-line border-t bg-surface p-4 sm:static sm:mx-0 sm:border-none sm:p-0">
        <Button className="w-full">{t("pay")}</Button>
        <p className="mt-2 hidden text-center text-[15px] text-ink-soft sm:block">{t("payNote")}</p>
      </div>
    </form>
  );
}
