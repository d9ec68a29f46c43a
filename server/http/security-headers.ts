/** On every answer, whoever makes it. Pages add their Content-Security-Policy: `pagePolicy`. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "Cross-Origin-Opener-Policy": "same-origin",
} as const;

/** For answers that are no pages: nothing in them may run, load or be framed, should a browser ever show one. */
export const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Allowed = {
  /** Beside what comes from ourselves. */
  scripts?: string;
  styles?: string;
  images?: string;
  forms?: string;
  /** What the page may show in frames. */
  frames?: string;
  /** Who may show the page in a frame; nobody, unless named. Browsers that read this ignore X-Frame-Options. */
  framedBy?: string;
};

/** The Content-Security-Policy of a page: what comes from ourselves, and what is named. */
export const pagePolicy = (allowed: Allowed = {}): string => {
  const and = (more: string | undefined) => (more ? ` ${more}` : "");
  return [
    "default-src 'self'",
    `script-src 'self'${and(allowed.scripts)}`,
    `style-src 'self'${and(allowed.styles)}`,
    `img-src 'self' data:${and(allowed.images)}`,
    `form-action 'self'${and(allowed.forms)}`,
    ...(allowed.frames ? [`frame-src 'self'${and(allowed.frames)}`] : []),
    `frame-ancestors ${allowed.framedBy ?? "'none'"}`,
    ...["worker-src 'self'", "object-src 'none'", "base-uri 'none'", "style-src-attr 'unsafe-inline'"],
  ].join("; ");
};

/**
 * For pictures and other files, also those that resellers made: shown, never run, whatever they turn out to hold. Drawings
 * keep their styles.
 */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const TWO_YEARS_S = 63_072_000;

/** Over https only, and for as long as browsers remember. Of a reseller's domain we answer for the one name only. */
export const transportSecurity = (isOwnName: boolean): string =>
  `max-age=${TWO_YEARS_S}${isOwnName ? "; includeSubDomains" : ""}`;
