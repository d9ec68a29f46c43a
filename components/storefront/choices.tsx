import { useId } from "react";

type ChoicesProps = { legend: string; choices: readonly (readonly [value: string, label: string])[] };

/** One of a few, side by side, the first one chosen; the style sheet does what the choice says, without any script. */
export function Choices({ legend, choices }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="flex gap-1 rounded-2xl bg-sunken p-1">
        {choices.map(([value, label], i) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center justify-center rounded-xl px-3.5 text-center font-medium text-[15px] has-checked:bg-raised has-checked:shadow-sm has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-3 has-focus-visible:outline-brand-text"
          >
            <input type="radio" name={name} value={value} defaultChecked={i === 0} className="sr-only" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
