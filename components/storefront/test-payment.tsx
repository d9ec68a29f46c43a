import type { OrderView, StoreView } from "#server/storefront/index.ts";
import { Button, LinkButton } from "./button.tsx";
import { Frame } from "./frame.tsx";
import { Problem } from "./problem.tsx";
import { Page } from "./section.tsx";
import { translator } from "./translate.ts";

type TestPaymentProps = { store: StoreView; order: OrderView; token: string; problem?: string };

/** A click stands for a card. Nothing is charged, and it says so. */
export function TestPayment({ store, order, token, problem }: TestPaymentProps) {
  const t = translator(store.language);
  const here = `${store.base}/${store.language}`;
  return (
    <Frame store={store} path={`/pay/${token}`}>
      <Page narrow>
        <div className="grid gap-6 rounded-2xl border border-line bg-raised p-6">
          <h1 className="font-semibold text-2xl">{t("testPayment")}</h1>
          <Problem code={problem} t={t} />
          <p className="text-ink-soft">{t("testPaymentLead")}</p>
          <p className="flex justify-between gap-4 text-lg">
            <bdi>
              {order.quantity > 1 && `${order.quantity} × `}
              {order.title}
            </bdi>
            <b className="font-semibold tabular-nums">{order.total}</b>
          </p>
          {order.state === "unpaid" ? (
            <form method="post" action={`${here}/pay/${token}/done`} className="grid gap-3 sm:grid-cols-2">
              <Button name="outcome" value="paid">
                {t("testPay", { total: order.total })}
              </Button>
              <Button look="plain" name="outcome" value="given-up">
                {t("testGiveUp")}
              </Button>
            </form>
          ) : (
            <LinkButton href={`${here}/order/${token}`}>{t("viewOrder")}</LinkButton>
          )}
        </div>
      </Page>
    </Frame>
  );
}
