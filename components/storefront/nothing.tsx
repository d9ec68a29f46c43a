import { GlobeIcon } from "./icons.tsx";

const WORDS: Record<string, string> = {
  en: "There is no such page, or the link is too old.",
  de: "Diese Seite gibt es nicht, oder der Link ist zu alt.",
  fr: "Cette page n’existe pas, ou le lien est trop ancien.",
  es: "Esta página no existe, o el enlace es demasiado antiguo.",
  tr: "Böyle bir sayfa yok ya da bağlantı çok eski.",
};

/** A page that does not exist is not told its language nor whose it is: the style sheet shows what the document around it says. */
export function Nothing() {
  return (
    <div className="nothing mx-auto grid max-w-2xl content-center gap-3 px-4 py-24 text-center">
      <p aria-hidden="true" className="text-brand-text">
        <GlobeIcon className="mx-auto size-16" />
      </p>
      <h1 className="font-semibold text-3xl tracking-tight">404</h1>
      {Object.entries(WORDS).map(([language, words]) => (
        <p key={language} lang={language} className="text-lg text-ink-soft">
          {words}
        </p>
      ))}
    </div>
  );
}
