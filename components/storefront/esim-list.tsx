import type { EsimView, PurchaseView, StoreView } from "#server/storefront/index.ts";
import { EsimCard } from "./esim-card.tsx";
import { Frame } from "./frame.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";

type EsimListProps = { store: StoreView; esims: EsimView[]; purchases: PurchaseView[]; token: string };

/** What a link opens: eSIMs to install, and what was paid for, with its receipts. */
export function EsimList({ store, esims, purchases, token }: EsimListProps) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  return (
    <Frame store={store} path={`/my/${token}`}>
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("myEsims")}</h1>
        {esims.length + purchases.length === 0 && <p className="mt-4 text-ink-soft">{t("myNone")}</p>}
        <ul className="mt-6 grid gap-3">
          {esims.map((esim) => (
            <li key={esim.id}>
              <EsimCard esim={esim} href={`${start}/esim/${token}/${esim.id}`} t={t} />
            </li>
          ))}
        </ul>
        {purchases.length > 0 && (
          <Section title={t("myOrders")}>
            <ul className="grid gap-3">
              {purchases.map(({ number, title, total, date }) => (
                <li key={number}>
                  <a
                    href={`${start}/my/${token}/${number}`}
                    className="grid gap-1 rounded-2xl border border-line bg-raised p-5 transition-colors duration-150 hover:border-brand-text"
                  >
                    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                      <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{inOnePiece(title)}</bdi>
                      <span className="tabular-nums">{total ?? t("voucher")}</span>
                    </span>
                    <span className="text-[15px] text-ink-soft">
                      {date} · <bdi>{number}</bdi>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </Page>
    </Frame>
  );
}
