import { expect, test } from "vitest";
import { parseEnv } from "#server/kernel/env.ts";

const parse = (set: Record<string, string>) => parseEnv(set as unknown as NodeJS.ProcessEnv);

test("needs nothing to be set", () => {
  expect(parse({})).toMatchObject({
    port: 3000,
    publicUrl: "http://localhost:3000",
    databaseUrl: undefined,
    timeScale: 1,
  });
  expect(parse({ PORT: "8080", PUBLIC_URL: "https://api.example.com/" })).toMatchObject({
    port: 8080,
    publicUrl: "https://api.example.com",
  });
  expect(parse({ WEB_PROCESSES: "3" }).webProcesses).toBe(3);
  expect(parse({ WEB_PROCESSES: "auto" }).webProcesses).toBeGreaterThan(0);
  expect(parse({ SECURITY_CONTACT: "security@example.com" }).securityContact).toBe("mailto:security@example.com");
  expect(parse({ SECURITY_CONTACT: "https://example.com/report" }).securityContact).toBe("https://example.com/report");
});

test.each([
  [{ PORT: "web" }, 'The environment variable PORT is "web" and must be a port number from 1 to 65535.'],
  [{ PORT: "0" }, /PORT is "0"/],
  [{ PUBLIC_URL: "example.com" }, /PUBLIC_URL .* must be an http/],
  [{ SIMULATOR: "maybe" }, 'The environment variable SIMULATOR is "maybe" and must be on or off.'],
  [
    { DATABASE_URL: "mysql://x/y", MASTER_KEY: "k".repeat(32) },
    /DATABASE_URL is "\(not shown\)" and must be a postgresql/,
  ],
  [{ DATABASE_URL: "postgresql://u:secret@h/d" }, /DATABASE_URL is set without MASTER_KEY/],
  [
    { DIRECT_DATABASE_URL: "postgresql://u:secret@h/d", MASTER_KEY: "k".repeat(32) },
    /DIRECT_DATABASE_URL is set without DATABASE_URL/,
  ],
  [
    { MASTER_KEY: "short" },
    'The environment variable MASTER_KEY is "(not shown)" and must have at least 32 characters.',
  ],
  [
    { READ_DATABASE_URL: "postgresql://u:secret@h/d", MASTER_KEY: "k".repeat(32) },
    /READ_DATABASE_URL is set without DATABASE_URL/,
  ],
  [{ CELL: "East 1" }, /CELL is "East 1" and must be home, or the name of a cell in small letters/],
  [{ CELL: "east" }, /CELL is set without CELLS_SECRET/],
  [{ CELLS_SECRET: "s".repeat(32) }, /CELLS_SECRET is set without CELL/],
  [
    { CELL: "east", CELLS_SECRET: "short" },
    'The environment variable CELLS_SECRET is "(not shown)" and must have at least 32 characters.',
  ],
  ...["0", "65", "1.5", "all"].map((count): [Record<string, string>, string] => [
    { WEB_PROCESSES: count },
    `The environment variable WEB_PROCESSES is "${count}" and must be a number from 1 to 64, or auto.`,
  ]),
  [{ INNGEST_BASE_URL: "http://localhost:8288" }, /INNGEST_BASE_URL is set without INNGEST_SIGNING_KEY/],
  [{ TRUSTED_PROXIES: "10.0.0.0/8,proxy" }, /TRUSTED_PROXIES contains "proxy"/],
  [{ WEBHOOK_ALLOWED_ORIGINS: "http://127.0.0.1:9999/" }, /not an origin such as/],
  [{ SECURITY_CONTACT: "http://example.com" }, /SECURITY_CONTACT is ".*" and must be an e-mail address or an https/],
  [{ SUPPLIER_ESIMACCESS_URL: "nowhere" }, /SUPPLIER_ESIMACCESS_URL is "nowhere"/],
])("stops with one sentence for %j", (set, message) => {
  expect(() => parse(set as Record<string, string>)).toThrow(message as string);
});

test("gathers the settings of each supplier", () => {
  const { suppliers } = parse({
    SUPPLIER_ESIMACCESS_URL: "https://api.esimaccess.com",
    SUPPLIER_ESIMACCESS_ACCESS_CODE: "abc",
  });
  expect(suppliers).toEqual({ esimaccess: { url: "https://api.esimaccess.com", access_code: "abc" } });
});
