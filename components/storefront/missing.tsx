import type { StoreView } from "#server/storefront/index.ts";
import { Frame } from "./frame.tsx";
import { Nothing } from "./nothing.tsx";

/** In place of a shop page that does not exist. Our server answers it with 404: it looks for the mark (server/process/without-framework.ts). */
export function Missing({ store }: { store: StoreView }) {
  return (
    <Frame store={store} path={null}>
      <div data-missing="">
        <Nothing />
      </div>
    </Frame>
  );
}
