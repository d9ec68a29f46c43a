import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js";
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js";

/** Runs what reads cookies as Next runs it for a request: with those that the browser of the jar sends. */
export function withCookies<T>(jar: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T> {
  const cookies = { get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined) };
  const request = { type: "request", phase: "render", cookies, userspaceMutableCookies: cookies };
  return workAsyncStorage.run({ route: "/" } as never, () => workUnitAsyncStorage.run(request as never, work));
}
