const LINKS = [
  { href: "/", name: "Start page" },
  { href: "/docs", name: "Documentation" },
  { href: "/sign-in", name: "Sign in" },
];

/** Belongs to no area, so it loads nothing of any: what is imported here would be part of every page. */
export default function NotFound() {
  return (
    <html lang="en" style={{ colorScheme: "light dark", fontFamily: "system-ui, sans-serif", lineHeight: 1.5 }}>
      <body>
        <main style={{ maxWidth: "40rem", margin: "4rem auto", padding: "0 1.5rem" }}>
          <h1 style={{ fontSize: "1.25rem", fontWeight: 600 }}>Nothing here</h1>
          <p style={{ margin: "0.5rem 0 1.5rem" }}>
            There is no page at this address. The link may be old or mistyped.
          </p>
          <p style={{ display: "flex", flexWrap: "wrap", gap: "0 1.5rem" }}>
            {LINKS.map(({ href, name }) => (
              <a
                key={href}
                href={href}
                style={{ color: "inherit", textDecoration: "underline", lineHeight: "2.75rem" }}
              >
                {name}
              </a>
            ))}
          </p>
        </main>
      </body>
    </html>
  );
}
