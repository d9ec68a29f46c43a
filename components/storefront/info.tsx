import type { PageLink, StoreView } from "#server/storefront/index.ts";
import { Frame } from "./frame.tsx";
import { Markdown } from "./markdown.tsx";
import { Page } from "./section.tsx";
import { pageTitle, translator } from "./translate.ts";

type InfoProps = {
  store: StoreView;
  name: string;
  page: Pick<PageLink, "legal" | "title" | "language"> & { body: string };
};

/** A page in the reseller's own words. */
export function Info({ store, name, page }: InfoProps) {
  return (
    <Frame store={store} path={`/info/${name}`}>
      <Page narrow>
        <article lang={page.language}>
          <h1 className="mb-6 font-semibold text-3xl tracking-tight [overflow-wrap:anywhere]">
            {pageTitle(page, translator(page.language))}
          </h1>
          <Markdown text={page.body} />
        </article>
      </Page>
    </Frame>
  );
}
