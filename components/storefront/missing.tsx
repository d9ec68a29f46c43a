import type { StoreView } from "#server/storefront/index.ts";
import { LinkButton } from "./button.tsx";
import { Frame } from "./frame.tsx";
import { Nothing } from "./nothing.tsx";
import { translator } from "./translate.ts";

/** In place of a shop page that does not exist. Our server answers it with 404: it looks for the mark (server/process/without-framework.ts). */
export function Missing({ store }: { store: StoreView }) {
  return (
    <Frame store={store} path={null}>
      <div data-missing="">
        <Nothing />
        <p className="-mt-12 mb-16 text-center">
          <LinkButton href={`${store.base}/${store.language}`}>{translator(store.language)("backToShop")}</LinkButton>
        </p>
      </div>
    </Frame>
  );
}
