const WORDS: Record<string, string> = {
  en: "There is no such page, or the link is too old.",
  de: "Diese Seite gibt es nicht, oder der Link ist zu alt.",
  fr: "Cette page n’existe pas, ou le lien est trop ancien.",
  es: "Esta página no existe, o el enlace es demasiado antiguo.",
  tr: "Böyle bir sayfa yok ya da bağlantı çok eski.",
};

/** A page that does not exist knows neither its language nor whose it would be. */
export function Nothing() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center gap-3 px-4">
      <h1 className="font-semibold text-3xl">404</h1>
      {Object.entries(WORDS).map(([language, words]) => (
        <p key={language} lang={language} className="text-ink-soft">
          {words}
        </p>
      ))}
    </main>
  );
}
