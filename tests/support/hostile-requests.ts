/** A request as bytes, and what the service has to say to it: a status, or that it closes the connection without a word. */
export type Hostile = { name: string; bytes: string | Buffer; status: number | "closed" };

type Parts = {
  method?: string;
  version?: string;
  /** All headers, Host included. */
  headers?: string[];
  body?: string;
};

export type Secrets = { key: string; allowed: string; slug: string };

const request = (
  target: string,
  { method = "GET", version = "HTTP/1.1", headers = ["Host: localhost"], body = "" }: Parts = {},
) => [`${method} ${target} ${version}`, ...headers, "Connection: close", "", body].join("\r\n");

const BALANCE = "/api/v1/account/balance";

/**
 * Requests that somebody would send who looks for a way around the door. `key` is one that only works from `allowed`, which
 * is not where they come from.
 */
export function hostileRequests({ key, allowed, slug }: Secrets): Hostile[] {
  const forged = [
    "Host: localhost",
    `X-API-Key: ${key}`,
    ...["X-Real-IP", "X-Forwarded-For", "X-Client-Address", "CF-Connecting-IP", "True-Client-IP"].map(
      (name) => `${name}: ${allowed}`,
    ),
  ];
  return [
    ...targets(forged),
    ...forgedAddresses(key, allowed),
    ...hosts(forged),
    ...methods(forged, slug),
    ...framing(forged),
    ...internals(forged, slug),
    ...bodies(slug),
  ];
}

/** Each leads to the API for whoever reads it in another way than we do. */
function targets(headers: string[]): Hostile[] {
  const api = [
    `/x/..${BALANCE}`,
    `/x/%2e%2e${BALANCE}`,
    `/x/%2E%2E${BALANCE}`,
    `/x/.%2e${BALANCE}`,
    `/x/%2e.${BALANCE}`,
    `/./api/v1/account/balance`,
    `/%2e/api/v1/account/balance`,
    `/x/..;${BALANCE}`,
    `/x/..;a=b${BALANCE}`,
    `/x/..%3b${BALANCE}`,
    `/x/%2e%2e%3ba${BALANCE}`,
    `/.;${BALANCE}`,
    `/x/..%2fapi/v1/account/balance`,
    `/x%2f..${BALANCE}`,
    `/x/..\\api/v1/account/balance`,
    `/x/..%5capi/v1/account/balance`,
    `\\api/v1/account/balance`,
    `/\\api/v1/account/balance`,
    `/api\\v1/account/balance`,
    `/api/v1\\account\\balance`,
    `/api/v1/account\\balance`,
    `/api/v1/account%5Cbalance`,
    `/${BALANCE}`,
    `//localhost${BALANCE}`,
    `///api/v1/account/balance`,
    `/api/v1//account/balance`,
    `/api/v1/account//balance`,
    `/api/v1/account/balance//`,
    `/api/v1/./account/balance`,
    `/api/v1/x/../account/balance`,
    `/api/v1/account/balance/.`,
    `/api/v1/account/balance/..`,
    `/api/v1/../v1/account/balance`,
    `/api/v1/%2e%2e/v1/account/balance`,
    `/api/v1/account%2fbalance`,
    `/api/v1%2Faccount/balance`,
    `/api/%76%31/account/balance`,
    `/%61pi/v1/account/balance`,
    `/api/v1/account/%62alance`,
    `/api/v1/account/balance%2e`,
    `/x/%252e%252e${BALANCE}`,
    `/x/%25%32%65%25%32%65${BALANCE}`,
    `/x/..%252fapi/v1/account/balance`,
    `/x/%c0%ae%c0%ae${BALANCE}`,
    `/x/%u002e%u002e${BALANCE}`,
    `/x/..%00${BALANCE}`,
    `/api/v1/account/balance%00`,
    `/api/v1/account/balance%0d%0aX-Injected:1`,
    `/api/v1/account/balance%0a`,
    `/api/v1/account/balance%09`,
    `/api/v1/account/balance%7f`,
    `/api/v1/account/balance%c2%85`,
    `/api/v1/account/balance%`,
    `/api/v1/account/balance%zz`,
    `/api/v1/account/balance%e0%a4`,
    `/api/v1/account/balance#`,
    `/api/v1/account/balance?#x`,
    `/api/v1/account/{id}`,
    `/api/v1/account/"balance"`,
    `/api/v1/account/<balance>`,
    `/api/v1/account/^balance`,
    `/api/v1/account/|balance`,
    `/api/v1/account/\`balance\``,
    `/api/v1/account/[balance]`,
    `/api/v1/account/balance?${"x".repeat(8 * 1024)}`,
    `/api/v1/${"a".repeat(8 * 1024)}`,
    `http://localhost/x/..${BALANCE}`,
    `http://localhost/${BALANCE}`,
    `http://localhost\\api/v1/account/balance`,
    `http://user:password@localhost${BALANCE}`,
    `http://${BALANCE}`,
    `HTTP://local host${BALANCE}`,
    `ftp://localhost${BALANCE}`,
    `api/v1/account/balance`,
    `?/api/v1/account/balance`,
    `*/api/v1/account/balance`,
  ];
  const others = [
    `/x/../docs`,
    `/docs/..`,
    `/docs/%2e%2e/llms.txt`,
    `//docs`,
    `/docs//`,
    `/docs\\..\\x`,
    `/docs/%00`,
    `/docs/%0d%0aSet-Cookie:x=y`,
    `/_next/static/../../package.json`,
    `/_next/static/%2e%2e/%2e%2e/package.json`,
    `/_next/static/..%2f..%2fpackage.json`,
    `/flags/..%2f..%2fpackage.json`,
    `/${"a".repeat(9 * 1024)}`,
    `*`,
    `localhost:80`,
  ];
  return [
    ...api.map((target) => ({ name: target.slice(0, 60), bytes: request(target, { headers }), status: 400 as const })),
    ...others.map((target) => ({ name: target.slice(0, 60), bytes: request(target), status: 400 as const })),
    {
      name: "the right path, by its absolute form",
      bytes: request(`http://localhost${BALANCE}`, { headers }),
      status: 403,
    },
    { name: "the right path", bytes: request(BALANCE, { headers }), status: 403 },
    { name: "the right path in capitals", bytes: request(BALANCE.toUpperCase(), { headers }), status: 404 },
    { name: "a slash at the end", bytes: request(`${BALANCE}/`, { headers }), status: 404 },
    { name: "a file's ending", bytes: request(`${BALANCE}.json`, { headers }), status: 404 },
    { name: "another version", bytes: request("/api/v2/account/balance", { headers }), status: 404 },
    { name: "a high byte", bytes: Buffer.from(request("/docs/\u00e9"), "latin1"), status: 400 },
    { name: "a tab in the target", bytes: request("/docs\t/x"), status: 400 },
    { name: "a NUL in the target", bytes: request("/docs\0"), status: 400 },
    { name: "a target that fills the headers", bytes: request(`/${"a".repeat(20_000)}`), status: 431 },
  ];
}

function forgedAddresses(key: string, allowed: string): Hostile[] {
  const names =
    "X-Real-IP X-Forwarded-For Forwarded X-Client-IP X-Client-Address X-Cluster-Client-IP CF-Connecting-IP True-Client-IP Fastly-Client-IP X-Original-Forwarded-For X-Envoy-External-Address X-Remote-IP X-Originating-IP";
  return names.split(" ").map((name) => ({
    name: `an address in ${name}`,
    bytes: request(BALANCE, {
      headers: [
        "Host: localhost",
        `X-API-Key: ${key}`,
        `${name}: ${name === "Forwarded" ? `for=${allowed}` : allowed}`,
      ],
    }),
    status: 403,
  }));
}

function hosts(forged: string[]): Hostile[] {
  const rest = forged.slice(1);
  const wrong: string[][] = [
    ["Host: localhost", "Host: localhost"],
    ["Host: localhost", "Host: evil.example"],
    ["Host: evil.example", "host: localhost"],
    ["Host: localhost, evil.example"],
    ["Host: localhost/api"],
    ["Host: user@localhost"],
    ["Host: local host"],
    ["Host: "],
    ["Host: localhost:port"],
    ["Host: localhost:123456"],
    ["Host: [::1"],
    ["Host: http://localhost"],
    ["Host: localhost?x"],
    ["Host: localhost#x"],
    ["Host: ../x"],
    ["Host: %6cocalhost"],
    [`Host: ${"a".repeat(300)}.example`],
    [],
  ];
  return wrong.flatMap((host) => {
    const name = host.join(" and ").slice(0, 60) || "no Host";
    return [
      { name: `${name}, for the API`, bytes: request(BALANCE, { headers: [...host, ...rest] }), status: 400 as const },
      { name: `${name}, for a page`, bytes: request("/docs", { headers: host }), status: 400 as const },
    ];
  });
}

function methods(forged: string[], slug: string): Hostile[] {
  const shop = `/test-store/${slug}/en`;
  const api: [string, number][] = [
    ["TRACE", 404],
    ["OPTIONS", 404],
    ["DELETE", 404],
    ["PUT", 404],
    ["PATCH", 404],
    ["PROPFIND", 404],
    ["HEAD", 403],
  ];
  const pages = ["TRACE", "OPTIONS", "DELETE", "PUT", "PATCH", "PROPFIND", "QUERY", "LINK", "SUBSCRIBE"];
  return [
    ...api.map(([method, status]) => ({
      name: `${method} of the API`,
      bytes: request(BALANCE, { method, headers: forged }),
      status: status as number,
    })),
    ...pages.flatMap((method) => [
      { name: `${method} of a page`, bytes: request("/docs", { method }), status: 405 },
      { name: `${method} of a shop`, bytes: request(shop, { method }), status: 405 },
    ]),
    { name: "TRACE of everything", bytes: request("/", { method: "TRACE" }), status: 405 },
    { name: "CONNECT", bytes: request("evil.example:443", { method: "CONNECT" }), status: 405 },
    { name: "a method nobody knows", bytes: request("/docs", { method: "FROBNICATE" }), status: 400 },
    { name: "a method in small letters", bytes: request("/docs", { method: "get" }), status: 400 },
    { name: "no method", bytes: " / HTTP/1.1\r\nHost: localhost\r\n\r\n", status: 400 },
    ...["websocket", "h2c"].map((protocol) => ({
      name: `an upgrade to ${protocol}`,
      bytes: `GET ${BALANCE} HTTP/1.1\r\n${[...forged, "Connection: Upgrade, close", `Upgrade: ${protocol}`, "Sec-WebSocket-Key: eA==", "Sec-WebSocket-Version: 13"].join("\r\n")}\r\n\r\n`,
      status: 403,
    })),
    { name: "HTTP/2 without asking", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400 },
    { name: "HTTP/0.9", bytes: "GET /docs\r\n\r\n", status: 400 },
    { name: "HTTP/3.7", bytes: request("/docs", { version: "HTTP/3.7" }), status: 400 },
    { name: "TLS", bytes: Buffer.from("16030100c8010000c40303", "hex"), status: 400 },
  ];
}

function framing(forged: string[]): Hostile[] {
  const hidden = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const post = (headers: string[], body = `0\r\n\r\n${hidden}`, path = "/api/v1/auth/test") =>
    request(path, { method: "POST", headers: [...forged, ...headers], body });
  const wrong = [
    ["Content-Length: 4", "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", "Content-Length: 0"],
    ["Content-Length: 4", "Content-Length: 9"],
    ["Content-Length: 4, 9"],
    ["Content-Length: -1"],
    ["Content-Length: +4"],
    ["Content-Length: 0x4"],
    ["Content-Length: 4e0"],
    ["Content-Length: 99999999999999999999"],
    ["Transfer-Encoding: xchunked"],
    ["Transfer-Encoding : chunked"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ["Transfer-Encoding: identity"],
    ["Transfer-Encoding: chunked, identity"],
    ["Transfer-Encoding:\x0bchunked"],
    ["X: y\rTransfer-Encoding: chunked"],
    [" Transfer-Encoding: chunked"],
    ["X\0: y"],
    ["X: a\0b"],
    ["Bad Name: y"],
    [": y"],
  ];
  return [
    ...wrong.map((headers) => ({ name: JSON.stringify(headers), bytes: post(headers), status: 400 })),
    {
      name: "a chunk of a wrong size",
      bytes: post(["Transfer-Encoding: chunked"], "zz\r\nabc\r\n0\r\n\r\n"),
      status: 400,
    },
    {
      name: "a chunk that is longer than it says",
      bytes: post(["Transfer-Encoding: chunked"], "1\r\nabc\r\n0\r\n\r\n"),
      status: 400,
    },
    { name: "headers larger than all", bytes: post([`X: ${"a".repeat(20_000)}`]), status: 431 },
    { name: "an expectation nobody knows", bytes: post(["Expect: 200-maybe", "Content-Length: 0"], ""), status: 417 },
    {
      name: "a page's form in parts",
      bytes: post(["Transfer-Encoding: chunked"], "0\r\n\r\n", "/api/auth/signin"),
      status: 411,
    },
    {
      name: "a supplier's notice, compressed in parts",
      bytes: post(["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n", "/api/suppliers/airalo/x/events"),
      status: 501,
    },
  ];
}

/** Headers by which the parts of Next talk to each other, and paths that only they ask for. */
function internals(forged: string[], slug: string): Hostile[] {
  const ask = (path: string, status: number, ...headers: string[]) => ({
    name: `${path} ${headers.join(" ")}`.slice(0, 100),
    bytes: request(path, { headers: [...forged, ...headers] }),
    status,
  });
  const inside = `http://localhost${BALANCE}`;
  return [
    ...["/sign-in", "/"].flatMap((path) => [
      ask(path, 200, `x-middleware-rewrite: ${inside}`),
      ask(path, 200, `x-middleware-redirect: ${inside}`),
      ask(path, 200, "x-middleware-next: 1", "x-middleware-override-headers: x-api-key"),
      ask(path, 200, "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy"),
      ask(path, 200, `x-matched-path: ${BALANCE}`),
      ask(path, 200, `x-now-route-matches: 1=${BALANCE}`),
      ask(path, 200, `x-invoke-path: ${BALANCE}`, "x-invoke-status: 500", "x-invoke-error: {}"),
      ask(path, 200, `x-original-url: ${BALANCE}`, `x-rewrite-url: ${BALANCE}`),
      ask(path, 200, "x-nextjs-data: 1"),
      ask(path, 200, "x-next-resume-state-length: 9", "next-resume: 1"),
      ask(path, 200, "x-prerender-revalidate: 1", "x-next-revalidated-tags: a"),
      ask(path, 200, "x-forwarded-host: evil.example", "x-forwarded-proto: javascript", "x-forwarded-port: 1"),
    ]),
    ask("/test", 307, "x-middleware-skip: 1", "x-middleware-subrequest: middleware"),
    ask("/operator", 307, "x-middleware-subrequest: src/middleware:middleware:middleware:middleware:middleware"),
    ask("/sign-in", 200, "next-router-state-tree: %7Bnonsense"),
    ask("/sign-in", 307, "rsc: 1", "next-router-state-tree: [[[["),
    ask("/sign-in?_rsc=1", 307, "rsc: 1", "next-router-state-tree: %5B%5D"),
    ask("/sign-in", 200, `next-router-state-tree: ${"a".repeat(9_000)}`),
    ask("/sign-in", 200, "content-security-policy: script-src 'nonce-evil'"),
    ask(`/test-store/${slug}/en`, 200, "rsc: 1", "next-router-prefetch: 1", "next-url: /operator"),
    ask(`/store/${slug}@test/en`, 404),
    ask(`/store/${slug}~0/en`, 404),
    ask("/_next/image?url=%2Fflags%2Ftr.svg&w=64&q=75", 404),
    ask("/_next/image?url=http://169.254.169.254/&w=64&q=75", 404),
    ask(`/_next/data/x${BALANCE}.json`, 404),
    ask("/_next/postponed/resume/sign-in", 404),
    ask("/_next/webpack-hmr", 404),
    ask("/_next/static/nowhere.js", 404),
    ask("/_next", 404),
    ask("/__nextjs_original-stack-frame", 404),
    ask("/_error", 404),
    ask("/_not-found", 404),
    ask("/500", 404),
    ask("/api/v1/openapi.json/x", 404),
    ask("/sign-in.rsc", 404),
    ask(`${BALANCE}.rsc`, 404),
    ask("/operator.segments/_tree.segment.rsc", 404),
    ask("/index", 404),
    ask("/docs/index", 404),
    ask("/sign-in/index", 404),
    ask("/middleware-manifest.json", 404),
  ];
}

function bodies(slug: string): Hostile[] {
  const post = (path: string, type: string, body: string, status: number, ...more: string[]) => ({
    name: `POST ${path} ${type} ${more.join(" ")}`.slice(0, 100),
    bytes: request(path, {
      method: "POST",
      headers: [
        "Host: localhost",
        ...(type && [`Content-Type: ${type}`]),
        ...(more.some((line) => /^(content-length|transfer-encoding)/i.test(line))
          ? []
          : [`Content-Length: ${Buffer.byteLength(body)}`]),
        ...more,
      ],
      body,
    }),
    status,
  });
  const own = ["Sec-Fetch-Site: same-origin"];
  const trpc = "/api/trpc/people/auth.requestReset";
  const form = '--x\r\nContent-Disposition: form-data; name="1_$ACTION_ID_0"\r\n\r\n\r\n--x--\r\n';
  const multipart = "multipart/form-data; boundary=x";
  return [
    post("/api/inngest/../trpc/people/auth.requestReset", "application/json", "", 400, "Content-Length: 31457280"),
    post("/api/suppliers/../../api/v1/orders", "application/json", "", 400, "Content-Length: 31457280"),
    post("/api/inngest", "application/json", "", 413, "Content-Length: 31457280"),
    post("/api/suppliers/airalo/x/events", "application/json", "", 413, "Content-Length: 31457280"),
    post("/api/payments/stripe", "application/json", "", 413, "Content-Length: 31457280"),
    post(trpc, "application/json", "", 413, "Content-Length: 31457280"),
    post(trpc, "application/json", "{}", 403),
    post(trpc, "application/json", "{}", 403, ...own),
    post(trpc, "application/json", "{}", 403, "X-SVC-Portal: 1"),
    post(trpc, "application/json", "{}", 403, "X-SVC-Portal: 1", "Sec-Fetch-Site: cross-site"),
    post(trpc, multipart, form, 415, "X-SVC-Portal: 1", ...own),
    post(trpc, "application/x-www-form-urlencoded", "email=a", 415, "X-SVC-Portal: 1", ...own),
    post(trpc, "text/plain", "{}", 415, "X-SVC-Portal: 1", ...own),
    post(trpc, "application/json-patch+json", "{}", 415, "X-SVC-Portal: 1", ...own),
    post(trpc, "", "{}", 415, "X-SVC-Portal: 1", ...own),
    post(trpc, "application/json", "{", 400, "X-SVC-Portal: 1", ...own),
    post(trpc, "application/json", "[".repeat(100_000), 400, "X-SVC-Portal: 1", ...own),
    post(
      `/api/trpc/people/${Array(21).fill("person.get").join(",")}?batch=1`,
      "application/json",
      "{}",
      400,
      "X-SVC-Portal: 1",
      ...own,
    ),
    post("/sign-in", multipart, form, 405),
    post("/sign-in", multipart, form, 405, "Next-Action: 0000000000000000000000000000000000000000"),
    post("/sign-in", "text/plain;charset=UTF-8", "[]", 405, "Next-Action: 40ffffffffffffffffffffffffffffffffffffffff"),
    post("/docs", "application/x-www-form-urlencoded", "a=b", 405),
    post(`/test-store/${slug}/en`, multipart, form, 405),
    post(`/test-store/${slug}/en/my/send`, multipart, "nonsense", 403),
    post("/api/v1/auth/test", "application/json", "{}", 401),
    post("/api/auth/callback/password", "application/json", "[", 415),
    post("/api/auth/callback/password", multipart, "nonsense", 415),
    ...["password", "passkey"].map((way) => ({
      name: `signing in with a ${way} by GET`,
      bytes: request(`/api/auth/callback/${way}`),
      status: 405,
    })),
    post("/api/auth/signout", "application/x-www-form-urlencoded", "%", 302),
  ];
}
