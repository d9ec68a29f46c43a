import { Prose } from "../prose.tsx";
import type { Field } from "./fields.ts";

/** Fields or parameters, one below the other: name, type, whether it must be there, what it means. */
export function FieldList({ fields, mark }: { fields: Field[]; mark: "required" | "optional" }) {
  return (
    <dl className="mt-2 divide-y divide-line border-line border-y text-[13px]">
      {fields.map(({ path, type, limits, required, deprecated, description }) => (
        <div key={path} className="py-2">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="break-all font-mono font-semibold">{path}</code>
            <span className="break-words text-ink-soft">{limits ? `${type}, ${limits}` : type}</span>
            {required === (mark === "required") && <span className="text-ink-soft text-xs italic">{mark}</span>}
            {deprecated && <span className="text-wait text-xs">Deprecated</span>}
          </dt>
          {description && (
            <dd className="mt-0.5">
              <Prose>{description}</Prose>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
