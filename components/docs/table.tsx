import { Prose } from "./prose.tsx";

/** Rows of short texts; on a narrow screen the table scrolls, not the page. */
export function Table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full border-collapse text-left text-[13px]">
        <thead className="bg-sunken text-ink-soft text-xs">
          <tr>
            {head.map((name) =>
              name === "" ? (
                <td key="empty" />
              ) : (
                <th key={name} scope="col" className="px-3 py-2 font-semibold">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join()} className="border-line border-t align-top">
              {cells.map((cell, i) => (
                <td key={head[i]} className="min-w-28 px-3 py-2 [&_code]:whitespace-nowrap">
                  <Prose>{cell}</Prose>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
