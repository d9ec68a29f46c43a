import type { Browser } from "playwright";
import { afterAll } from "vitest";
import { launchBrowser } from "./browser.ts";
import { newService, type Service } from "./service.ts";

/** A service and a browser, until the file's tests are over. */
export async function serviceWithBrowser(): Promise<{ service: Service; browser: Browser }> {
  const service = await newService();
  afterAll(() => service.dispose());
  await service.start();
  const browser = await launchBrowser();
  afterAll(() => browser.close());
  return { service, browser };
}
