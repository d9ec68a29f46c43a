type PickProps = {
  name: string;
  legend: string;
  choices: { value: string; label: string; note?: string }[];
  /** The first one, without it. */
  chosen?: string;
};

/** One of a few, in a form that is sent. */
export function Pick({ name, legend, choices, chosen = choices[0]?.value }: PickProps) {
  return (
    <fieldset className="grid gap-2 rounded-2xl border border-line bg-raised p-5">
      <legend className="float-start mb-1 w-full font-medium text-lg">{legend}</legend>
      {choices.map(({ value, label, note }) => (
        <label key={value} className="clear-both flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            required
            defaultChecked={value === chosen}
            className="size-5 shrink-0 accent-brand"
          />
          <span className="min-w-0 grow">{label}</span>
          {note && <b className="shrink-0 font-semibold tabular-nums">{note}</b>}
        </label>
      ))}
    </fieldset>
  );
}
