import { GlobeIcon } from "./icons.tsx";

const WORDS: Record<string, string> = {
  en: "This page does not exist, or the link has expired.",
  de: "Diese Seite gibt es nicht, oder der Link ist abgelaufen.",
  fr: "Cette page n’existe pas, ou le lien a expiré.",
  es: "Esta página no existe, o el enlace ha caducado.",
  tr: "Böyle bir sayfa yok ya da bağlantının süresi dolmuş.",
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
