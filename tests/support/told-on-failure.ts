import { beforeEach } from "vitest";
import { openBrowsers } from "./browser.ts";
import { startedServices } from "./service.ts";

const MOST_TEXT = 4_000;

/** What a failed test leaves open is told: the pages as they read, and what the services said. */
async function tellWhatIsOpen(): Promise<void> {
  for (const browser of openBrowsers)
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      const text = await page
        .locator("body")
        // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not be taken for shown
        .innerText({ timeout: 5_000 })
        .catch((error: Error) => `(cannot be read: ${error.message})`);
      process.stderr.write(`Open: ${page.url()}\n${text.slice(0, MOST_TEXT)}\n`);
    }
  for (const service of startedServices)
    if (service.output()) process.stderr.write(`Said by ${service.url}:\n${service.output().slice(-MOST_TEXT)}\n`);
}

beforeEach(({ onTestFailed }) => onTestFailed(tellWhatIsOpen));
