import type { EsimView, StoreView } from "#server/storefront/index.ts";
import { EsimCard } from "./esim-card.tsx";
import { Frame } from "./frame.tsx";
import { Page } from "./section.tsx";
import { translator } from "./translate.ts";

type EsimListProps = { store: StoreView; esims: EsimView[]; token: string };

export function EsimList({ store, esims, token }: EsimListProps) {
  const t = translator(store.language);
  return (
    <Frame store={store} path={`/my/${token}`}>
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("myEsims")}</h1>
        {esims.length === 0 && <p className="mt-4 text-ink-soft">{t("myNone")}</p>}
        <ul className="mt-6 grid gap-3">
          {esims.map((esim) => (
            <li key={esim.id}>
              <EsimCard esim={esim} href={`${store.base}/${store.language}/esim/${token}/${esim.id}`} t={t} />
            </li>
          ))}
        </ul>
      </Page>
    </Frame>
  );
}
