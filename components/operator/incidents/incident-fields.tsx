"use client";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { AUDIENCES, type Incident, type Part, SEVERITIES } from "./words.ts";

export type About = {
  severity: Incident["severity"];
  components: string[];
  audience: Incident["audience"];
  mail: boolean;
};

type Props = { value: About; parts: Part[]; onChange(value: About): void; errorOf(name: string): string | undefined };

/** What an incident is about and whom it is told to: the same when it is opened and with each update. */
export function IncidentFields({ value, parts, onChange, errorOf }: Props) {
  const { severity, components, audience, mail } = value;
  const change = (some: Partial<About>) => onChange({ ...value, ...some });
  const partsError = errorOf("components");
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Severity" error={errorOf("severity")}>
          <Select options={SEVERITIES} value={severity} onChange={(chosen) => change({ severity: chosen })} />
        </Field>
        <Field label="Shown in the portal to" error={errorOf("audience")}>
          <Select options={AUDIENCES} value={audience} onChange={(chosen) => change({ audience: chosen })} />
        </Field>
      </div>
      <fieldset className="grid min-w-0 grid-cols-1 gap-1">
        <legend className="mb-1 font-medium text-[13px]">Parts of the service</legend>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {parts.map(({ code, name, supplierName }) => (
            <Checkbox
              key={code}
              checked={components.includes(code)}
              onChange={(checked) =>
                change({ components: checked ? [...components, code] : components.filter((one) => one !== code) })
              }
            >
              {name}
              {supplierName && <span className="block text-ink-soft text-xs">{supplierName}, here only</span>}
            </Checkbox>
          ))}
        </div>
        {partsError && <p className="text-bad text-xs">{partsError}</p>}
      </fieldset>
      <Checkbox checked={mail} onChange={(checked) => change({ mail: checked })}>
        Mail it to {audience === "all" ? "all accounts" : "the affected accounts"}, once
      </Checkbox>
    </>
  );
}
