import type { StoreView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { Problem } from "./problem.tsx";
import { Note, Page } from "./section.tsx";
import { translator } from "./translate.ts";

type AskForLinkProps = {
  store: StoreView;
  sent: boolean;
  /** Led here by a payment page, in a browser that did not begin the purchase. */
  back: boolean;
  problem?: string;
};

/** No account and no password: a link by mail opens what was bought with the address. */
export function AskForLink({ store, sent, back, problem }: AskForLinkProps) {
  const t = translator(store.language);
  return (
    <Frame store={store} path="/my">
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("myEsims")}</h1>
        <p className="mt-2 text-ink-soft">{t("myLead")}</p>
        <div className="mt-6 grid gap-6">
          <Problem code={problem} t={t} />
          {sent && <Note tone="good">{t("mySent")}</Note>}
          {back && <Note>{t("backElsewhere")}</Note>}
          {store.environment === "test" && <Note>{t("testMail")}</Note>}
          <form method="post" action={`${store.base}/${store.language}/my/send`} className="grid gap-4">
            <Field
              label={t("email")}
              type="email"
              name="email"
              required
              autoComplete="email"
              inputMode="email"
              maxLength={254}
            />
            <Button>{t("mySend")}</Button>
          </form>
        </div>
      </Page>
    </Frame>
  );
}
