"use client";

/** When not even a page's frame could be made. Next's own is larger, and part of every page. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <h1>Something went wrong</h1>
        <p>It is on record. Load the page again in a minute.</p>
      </body>
    </html>
  );
}
