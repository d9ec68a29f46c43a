import type { StoreView } from "#server/storefront/index.ts";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

/** What makes a stranger's shop less strange: ways to pay, when somebody answers, and what others said. Nothing where nothing was entered. */
export function Trust({ store, t }: { store: StoreView; t: Translate }) {
  const { marks, hours, reviews } = store.trust;
  return (
    <>
      {(marks.length > 0 || hours) && (
        <Section title={t("trust")}>
          <div className="grid gap-4 sm:grid-cols-2">
            {marks.length > 0 && (
              <div className="rounded-2xl bg-sunken p-6">
                <h3 className="font-semibold text-lg">{t("payWith")}</h3>
                <ul className="mt-3 flex flex-wrap gap-2">
                  {marks.map((mark) => (
                    <li key={mark} className="rounded-lg border border-line bg-raised px-3 py-1.5 text-[15px]">
                      {mark}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {hours && (
              <div className="rounded-2xl bg-sunken p-6">
                <h3 className="font-semibold text-lg">{t("supportHours")}</h3>
                <p lang={hours.language} className="wrap-anywhere mt-1 text-ink-soft">
                  {hours.text}
                </p>
                <p className="wrap-anywhere mt-1">
                  <a href={`mailto:${store.support.email}`} className="text-brand-text underline">
                    {store.support.email}
                  </a>
                  {store.support.phone && (
                    <>
                      {" "}
                      · <bdi dir="ltr">{store.support.phone}</bdi>
                    </>
                  )}
                </p>
              </div>
            )}
          </div>
        </Section>
      )}
      {reviews.length > 0 && (
        <Section title={t("reviews")} lead={t("reviewsNote", { brand: store.name })}>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {reviews.map(({ words, name }) => (
              <li key={words}>
                <figure className="h-full rounded-2xl border border-line bg-raised p-6">
                  <blockquote className="wrap-anywhere">{words}</blockquote>
                  <figcaption className="wrap-anywhere mt-3 text-ink-soft text-sm">{name}</figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
