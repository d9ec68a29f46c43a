import { Check, Minus } from "lucide-react";

type RoleMatrixProps = {
  roles: Record<string, string>;
  matrix: { code: string; area: string; label: string; roles: string[] }[];
};

/** Which role may do what: the very table that the service decides by. */
export function RoleMatrix({ roles, matrix }: RoleMatrixProps) {
  const names = Object.keys(roles);
  return (
    <section
      aria-label="Roles and what they may do"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-raised"
    >
      <table className="w-full border-collapse text-[13px]">
        <thead>
          <tr className="border-line border-b text-ink-soft text-xs">
            <th scope="col" className="sticky left-0 h-9 bg-raised px-4 text-left font-medium">
              Permission
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="px-2 font-medium capitalize sm:min-w-20">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.map(({ code, area, label, roles: allowed }, i) => (
            <tr key={code} className="border-line not-last:border-b">
              <th
                scope="row"
                className="sticky left-0 h-10 min-w-36 max-sm:pr-1 sm:min-w-44 bg-raised px-4 py-1.5 text-left font-normal"
              >
                {area !== matrix[i - 1]?.area && <span className="block text-ink-soft text-xs">{area}</span>}
                {label}
              </th>
              {names.map((name) => {
                const may = allowed.includes(name);
                const Icon = may ? Check : Minus;
                return (
                  <td key={name} className="px-2">
                    <Icon
                      className={may ? "mx-auto size-4 text-good" : "mx-auto size-4 text-line-strong"}
                      aria-hidden
                    />
                    <span className="sr-only">{may ? "yes" : "no"}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
