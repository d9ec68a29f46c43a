import type { UsageDay } from "#server/storefront/index.ts";
import type { Translate } from "./translate.ts";

/** How much was used on which day, as bars with their numbers. */
export function UsageHistory({ days, t }: { days: UsageDay[]; t: Translate }) {
  if (days.length === 0) return null;
  return (
    <details className="mt-4 rounded-2xl border border-line bg-raised px-5 py-3">
      <summary className="disclosure min-h-11 font-medium">{t("usageByDay")}</summary>
      <table className="mt-2 mb-2 w-full text-[15px]">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("dayUtc")}</th>
            <th scope="col">{t("used")}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, name, used, share }) => (
            <tr key={date}>
              <th scope="row" className="w-px whitespace-nowrap py-1.5 pe-4 text-start font-normal text-ink-soft">
                <time dateTime={date}>{name}</time>
              </th>
              <td className="py-1.5">
                <span className="flex items-center gap-3">
                  <span aria-hidden="true" className="h-2.5 min-w-0 flex-1 rounded-full bg-sunken">
                    <span className="block h-full rounded-full bg-brand-text" style={{ width: `${share}%` }} />
                  </span>
                  <span className="min-w-20 text-end font-medium tabular-nums">{used}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mb-2 text-[15px] text-ink-soft">{t("dayUtcNote")}</p>
    </details>
  );
}
