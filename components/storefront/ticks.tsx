import type { StoreView } from "#server/storefront/index.ts";
import { Tick } from "./field.tsx";
import type { Translate } from "./translate.ts";

type TickProps = {
  store: StoreView;
  draft: { compatible: boolean; terms: boolean } | null;
  state: { error: string | undefined; autoFocus: boolean };
  t: Translate;
};

const link = (href: string, text: string) => (
  <a href={href} target="_blank" rel="noreferrer" className="text-brand-text underline">
    {text}
  </a>
);

export const DeviceTick = ({ store, draft, state, t }: TickProps) => (
  <Tick name="compatible" defaultChecked={draft?.compatible} {...state}>
    {t("tickDevice")} {link(`${store.base}/${store.language}/device`, t("deviceCheck"))}
  </Tick>
);

export function TermsTick({ store, draft, state, t }: TickProps) {
  const [terms, privacy] = ["terms", "privacy"].map((name) => store.pages.find(({ legal }) => legal === name));
  return (
    <Tick name="terms" defaultChecked={draft?.terms} {...state}>
      {t("tickTerms")} {link(terms?.href ?? `${store.base}/${store.language}/legal`, t("terms"))}
      {privacy && <> · {link(privacy.href, t("privacy"))}</>}
    </Tick>
  );
}
