import type { OrderState, OrderView, StoreView } from "#server/storefront/index.ts";
import { LinkButton } from "./button.tsx";
import { EsimCard } from "./esim-card.tsx";
import { Frame } from "./frame.tsx";
import { Progress } from "./progress.tsx";
import { Note, Page } from "./section.tsx";
import { translator } from "./translate.ts";
import { Watch } from "./watch.tsx";

type OrderProps = { store: StoreView; order: OrderView; token: string };

const WAITS: readonly OrderState[] = ["unpaid", "working", "slow", "refunding"];
/** What may still change: staff may cancel it, or give money back. */
const RESTS: readonly OrderState[] = ["delivered", "partly", "cancelled"];

/** Where a purchase stands, and what is true about it. Moves on by itself. */
export function Order({ store, order, token }: OrderProps) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  const { state, esims, kind } = order;
  const topup = kind === "topup" && state === "delivered";
  /** Every eSIM of it was cancelled or has expired: nothing is ready any more. */
  const over =
    state === "delivered" && esims.length > 0 && esims.every(({ phase }) => phase === "ended" || phase === "cancelled");
  const values = { refund: order.refund ?? "", email: order.email };
  return (
    <Frame store={store} path={null}>
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">
          {t(
            over
              ? "order"
              : topup
                ? "order_toppedUp"
                : order.voucher && state === "refunded"
                  ? "order_voucherBack"
                  : `order_${state}`,
          )}
        </h1>
        {!over && (
          <p className="mt-2 text-ink-soft">
            {t(topup ? "orderText_toppedUp" : order.voucher ? voucherText(state) : `orderText_${state}`, values)}
          </p>
        )}
        <div className="mt-6 grid gap-6">
          {!over && <Progress state={state} voucher={order.voucher} t={t} />}
          {store.environment === "test" && <Note>{t("testMail")}</Note>}
          {state === "unpaid" && order.payUrl && (
            <LinkButton href={order.payUrl}>{t("payNow", { total: order.total })}</LinkButton>
          )}
          {(state === "refunded" || state === "refunding") && <Note tone="wait">{t(reasonKey(order.reason))}</Note>}
          {state === "partly" && order.isShortfall && <Note tone="wait">{t("partlyNote", values)}</Note>}
          {state === "cancelled" && !order.refund && !order.voucher && <Note>{t("keptNote")}</Note>}
          {RESTS.includes(state) && order.refund && !(state === "partly" && order.isShortfall) && (
            <Note tone="wait">{t("refundNote", values)}</Note>
          )}
          {esims.length > 0 && (
            <ul className="grid gap-3">
              {esims.map((esim) => (
                <li key={esim.id}>
                  <EsimCard esim={esim} href={`${start}/esim/${token}/${esim.id}`} t={t} />
                </li>
              ))}
            </ul>
          )}
          {state === "refunded" && order.voucher && (
            <LinkButton href={`${start}/redeem`}>{t("redeemAgain")}</LinkButton>
          )}
          {(state === "abandoned" || (state === "refunded" && !order.voucher)) && (
            <LinkButton href={start}>{t("backToShop")}</LinkButton>
          )}
          <Receipt order={order} t={t} />
        </div>
        {(WAITS.includes(state) || RESTS.includes(state)) && (
          <Watch
            url={`${start}/order/${token}/state`}
            state={order.watched}
            everyMs={WAITS.includes(state) ? 1_500 : 10_000}
          />
        )}
      </Page>
    </Frame>
  );
}

/** Nothing was paid, so nothing is said of a payment. */
const voucherText = (state: OrderState) =>
  state === "working" || state === "slow" || state === "refunded"
    ? (`voucherText_${state}` as const)
    : (`orderText_${state}` as const);

const REASONS = ["price_changed", "package_not_found", "failed"] as const;

const reasonKey = (reason: string | null) => {
  const known = REASONS.find((one) => one === reason);
  return known ? (`reason_${known}` as const) : "reason_other";
};

function Receipt({ order, t }: { order: OrderView; t: ReturnType<typeof translator> }) {
  const rows: [string, string][] = [
    [t("item"), order.quantity > 1 ? `${order.quantity} × ${order.title}` : order.title],
    ...(order.discount ? ([[t("discount"), order.discount]] as [string, string][]) : []),
    order.voucher ? [t("paidWith"), t("voucher")] : [t("total"), order.total],
    ...(order.refund ? ([[t("refundLabel"), order.refund]] as [string, string][]) : []),
    [t("orderNumber"), order.number],
  ];
  return (
    <dl className="grid gap-2 rounded-2xl bg-sunken p-5 text-[15px]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-end font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
