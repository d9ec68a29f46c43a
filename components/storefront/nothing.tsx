import { GlobeIcon } from "./icons.tsx";
import { LANGUAGE_FACTS, translator } from "./translate.ts";

/** A page that does not exist is not told its language nor whose it is: the style sheet shows what the document around it says. */
export function Nothing() {
  return (
    <div className="nothing mx-auto grid max-w-2xl content-center gap-3 px-4 py-24 text-center">
      <p aria-hidden="true" className="text-brand-text">
        <GlobeIcon className="mx-auto size-16" />
      </p>
      <h1 className="font-semibold text-3xl tracking-tight">404</h1>
      {Object.entries(LANGUAGE_FACTS).map(([language, { dir }]) => (
        <p key={language} lang={language} dir={dir} className="text-lg text-ink-soft">
          {translator(language)("nothing")}
        </p>
      ))}
    </div>
  );
}
