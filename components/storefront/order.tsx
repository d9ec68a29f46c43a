import type { OrderState, OrderView, StoreView } from "#server/storefront/index.ts";
import { LinkButton } from "./button.tsx";
import { EsimCard } from "./esim-card.tsx";
import { Frame } from "./frame.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { Progress } from "./progress.tsx";
import { Note, Page } from "./section.tsx";
import { VAT_WORDS } from "./sum-of.ts";
import { type Translate, translator } from "./translate.ts";
import { Watch } from "./watch.tsx";

type OrderProps = {
  store: StoreView;
  order: OrderView;
  token: string;
  /** Of the page below the language: the purchase's own link, or one to everything of a person. */
  path: string;
  /** Whoever looks comes back from a payment page that they left. */
  givenUp?: boolean;
};

const WAITS: readonly OrderState[] = ["unpaid", "working", "slow", "refunding"];
/** What may still change: staff may cancel it, or give money back; a bank may take days for a payment. */
const RESTS: readonly OrderState[] = ["pending", "delivered", "partly", "cancelled"];

/** Of eSIMs that nothing more comes of. */
const OVER: readonly string[] = ["ended", "cancelled", "replaced"];

/** Where a purchase stands, and what is true about it. Moves on by itself. */
export function Order({ store, order, token, path, givenUp = false }: OrderProps) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  const { state, esims, kind } = order;
  const topup = kind === "topup" && state === "delivered";
  /** Every eSIM of it was cancelled or replaced, or has expired: nothing is ready any more. */
  const over = state === "delivered" && esims.length > 0 && esims.every(({ phase }) => OVER.includes(phase));
  /** Delivered to somebody else, or about to be. */
  const isGiven = state === "delivered" && order.gift && (order.gift.isSent || order.gift.date) ? order.gift : null;
  const values = {
    count: Math.max(1, esims.length),
    ...{ refund: order.refund ?? "", email: isGiven?.email ?? order.email },
    ...{ name: isGiven?.name ?? "", date: isGiven?.date ?? "" },
  };
  return (
    <Frame store={store} path={path}>
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">
          {t(
            over
              ? "order"
              : topup
                ? "order_toppedUp"
                : order.voucher && state === "refunded"
                  ? "order_voucherBack"
                  : isGiven
                    ? "order_gift"
                    : `order_${state}`,
            values,
          )}
        </h1>
        {!over && (
          <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">
            {t(
              topup
                ? "orderText_toppedUp"
                : order.voucher
                  ? voucherText(state)
                  : isGiven
                    ? isGiven.date
                      ? "giftText_waits"
                      : "giftText_sent"
                    : givenUp && state === "unpaid"
                      ? "orderText_givenUp"
                      : `orderText_${state}`,
              values,
            )}
          </p>
        )}
        <div className="mt-6 grid gap-6">
          {!over && <Progress state={state} voucher={order.voucher} t={t} />}
          {store.environment === "test" && <Note>{t("testMail")}</Note>}
          {state === "unpaid" && order.payUrl && (
            <LinkButton href={order.payUrl}>{t("payNow", { total: order.total })}</LinkButton>
          )}
          {(state === "refunded" || state === "refunding") && <Note tone="wait">{t(reasonKey(order.reason))}</Note>}
          {order.waiting && (
            <Note tone="wait">
              {t(order.waiting.stops ? "stoppingNote" : "promisedNote", { refund: order.waiting.refund })}
            </Note>
          )}
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
          {order.papers.length > 0 && <Papers papers={order.papers} href={`${start}${path}/invoice`} t={t} />}
        </div>
        {(WAITS.includes(state) || RESTS.includes(state)) && (
          <Watch url={`${start}${path}/state`} state={order.watched} everyMs={WAITS.includes(state) ? 1_500 : 10_000} />
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

const REASONS = ["price_changed", "package_not_found", "failed", "stopped"] as const;

const reasonKey = (reason: string | null) => {
  const known = REASONS.find((one) => one === reason);
  return known ? (`reason_${known}` as const) : "reason_other";
};

function Receipt({ order, t }: { order: OrderView; t: Translate }) {
  const rows: [string, string][] = [
    ...(order.lines.length > 0
      ? order.lines.map(({ title, price }): [string, string] => [inOnePiece(title), price])
      : ([
          [t("item"), order.quantity > 1 ? `${order.quantity} × ${inOnePiece(order.title)}` : inOnePiece(order.title)],
        ] as [string, string][])),
    ...(order.discount ? ([[t("discount"), order.discount]] as [string, string][]) : []),
    ...(order.vat && order.vat.kind !== "included" ? ([vatRow(order.vat, t)] as [string, string][]) : []),
    order.voucher ? [t("paidWith"), t("voucher")] : [t("total"), order.total],
    ...(order.vat?.kind === "included" ? ([vatRow(order.vat, t)] as [string, string][]) : []),
    ...(order.refund ? ([[t("refundLabel"), order.refund]] as [string, string][]) : []),
    ...(order.gift ? ([[t("giftFor"), `${order.gift.name} (${order.gift.email})`]] as [string, string][]) : []),
    ...(order.date ? ([[t("paperDate"), order.date]] as [string, string][]) : []),
    [t("orderNumber"), order.number],
  ];
  return (
    <dl className="grid gap-2 rounded-2xl bg-sunken p-5 text-[15px]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          {/* What was bought is named in the language it was bought in, which may be read the other way. */}
          <dt className="min-w-0 max-w-1/2 shrink-0 text-ink-soft [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </dt>
          <dd className="min-w-0 text-end font-medium tabular-nums [overflow-wrap:anywhere]">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const vatRow = ({ kind, rate, amount }: NonNullable<OrderView["vat"]>, t: Translate): [string, string] => [
  t(VAT_WORDS[kind], { rate }),
  amount,
];

/** What was written about the purchase, each a file to keep. */
function Papers({ papers, href, t }: { papers: OrderView["papers"]; href: string; t: Translate }) {
  return (
    <section aria-labelledby="papers" className="rounded-2xl border border-line bg-raised p-5">
      <h2 id="papers" className="font-semibold">
        {t("papers")}
      </h2>
      <ul className="mt-2 grid gap-1">
        {papers.map(({ id, kind, number, amount }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <a
              href={`${href}/${id}`}
              download
              className="inline-flex min-h-11 items-center text-brand-text underline [overflow-wrap:anywhere]"
            >
              {t(`paper_${kind}`, { number })} (PDF)
            </a>
            <span className="tabular-nums">{amount}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
