import { Button } from "./button.tsx";
import { describedBy, FieldError } from "./field.tsx";

type ResidenceProps = {
  countries: { code: string; name: string }[];
  country: string;
  words: { label: string; help: string; choose: string; update: string };
  error?: string | undefined;
  autoFocus?: boolean;
};

/** The country that somebody lives in. The button beside it works out the total, so that nothing moves while one chooses. */
export function Residence({ countries, country, words, error, autoFocus = false }: ResidenceProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor="country" className="font-medium">
        {words.label}
      </label>
      <div className="flex flex-wrap gap-3">
        <select
          id="country"
          name="country"
          defaultValue={country}
          autoComplete="country"
          // biome-ignore lint/a11y/noAutofocus: a form that came back goes on at what is wrong with it.
          autoFocus={autoFocus}
          {...describedBy("country", { help: words.help, error })}
          className={`h-12 w-0 min-w-40 grow rounded-xl border bg-raised px-4 text-base ${error ? "border-bad" : "border-line-strong"}`}
        >
          <option value="">{words.choose}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <Button look="plain" name="act" value="country">
          {words.update}
        </Button>
      </div>
      <p id="country-help" className="text-[15px] text-ink-soft">
        {words.help}
      </p>
      <FieldError name="country" error={error} />
    </div>
  );
}
