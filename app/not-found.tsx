/** Belongs to no area, so it loads nothing of any: what is imported here would be part of every page. */
export default function NotFound() {
  return (
    <html lang="en" style={{ colorScheme: "light dark", fontFamily: "system-ui, sans-serif", lineHeight: 1.5 }}>
      <body>
        <main style={{ maxWidth: "40rem", margin: "4rem auto", padding: "0 1.5rem" }}>
          <h1 style={{ fontSize: "1.25rem" }}>Nothing here</h1>
          <p>There is no such page.</p>
          <p>
            <a href="/">To the start page</a>
          </p>
        </main>
      </body>
    </html>
  );
}
