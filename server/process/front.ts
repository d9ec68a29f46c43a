import { pagesBuilt } from "#server/kernel/pages-built.ts";
import { pagesBeingBuilt } from "./being-built.ts";
import { createHttpServer, type HttpServer } from "./http-server.ts";
import { builtPages } from "./pages.ts";

/** What answers on the port: this process, or several that it keeps. */
export type Front = HttpServer & {
  /** The pages are built: from now on they are what is answered. */
  show(): Promise<void>;
  /** So much of them is, in percent. */
  progress(percent: number): void;
};

export function ownFront(port: number): Front {
  let pages = pagesBeingBuilt;
  return {
    ...createHttpServer({ port, pages: () => pages }),
    async show() {
      pages = await builtPages(port);
      pagesBuilt().percent = 100;
    },
    progress(percent) {
      pagesBuilt().percent = percent;
    },
  };
}
