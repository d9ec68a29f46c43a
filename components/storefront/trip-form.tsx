import { useId } from "react";
import type { PlaceLink, TripAsk } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import type { Translate } from "./translate.ts";

type TripFormProps = {
  action: string;
  /** Where the trip goes: fixed on the page of a place, to be chosen among `places` elsewhere. */
  to: string;
  places?: PlaceLink[];
  ask: TripAsk;
  t: Translate;
};

const USES = ["social", "music", "video"] as const;
const INPUT = "h-12 w-full rounded-xl border border-line-strong bg-raised px-4 text-base";

/** How long somebody stays and what they do online; sent as an address, so that it works without a script and can be kept. */
export function TripForm({ action, to, places, ask, t }: TripFormProps) {
  const title = useId();
  return (
    <section
      id="trip"
      aria-labelledby={title}
      className="mt-12 scroll-mt-4 rounded-2xl bg-sunken p-5 first:mt-4 sm:p-6"
    >
      <h2 id={title} className="font-semibold text-2xl tracking-tight">
        {t("trip")}
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">{t("tripLead")}</p>
      <form action={action} className="mt-5 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-5">
        {places ? (
          <label className="grid gap-1.5 sm:col-span-2 lg:col-span-5">
            <span className="font-medium">{t("tripTo")}</span>
            <select name="to" defaultValue={to} required className={INPUT}>
              <option value="">{t("choose")}</option>
              {places.map(({ kind, code, name }) => (
                <option key={`${kind}/${code}`} value={`${kind}/${code}`}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <input type="hidden" name="to" value={to} />
        )}
        <Amount name="days" label={t("tripDays")} value={ask.days} min={1} max={365} step={1} />
        {USES.map((use) => (
          <Amount key={use} name={use} label={t(`use_${use}`)} value={ask.hours[use]} min={0} max={24} step={0.5} />
        ))}
        <Button>{t("tripButton")}</Button>
      </form>
    </section>
  );
}

type AmountProps = { name: string; label: string; value: number; min: number; max: number; step: number };

function Amount({ name, label, value, ...limits }: AmountProps) {
  return (
    <label className="grid gap-1.5">
      <span className="font-medium">{label}</span>
      <input
        type="number"
        name={name}
        defaultValue={value}
        inputMode="decimal"
        required
        {...limits}
        className={INPUT}
      />
    </label>
  );
}
