import type { StoreView } from "#server/storefront/index.ts";

const HEIGHT = 40;

/** Logo and name, leading home. A wordmark, at least twice as wide as high, is the name: it stands alone, as wide as it is. */
export function BrandLink({ store }: { store: StoreView }) {
  const { width = HEIGHT, height = HEIGHT } = store.logo ?? {};
  const isWordmark = width >= 2 * height;
  return (
    <a
      href={`${store.base}/${store.language}`}
      className="flex min-h-16 min-w-0 flex-1 basis-40 items-center gap-3 font-semibold text-lg"
    >
      {/* biome-ignore lint/performance/noImgElement: the reseller's own picture, as it is. */}
      <img
        src={`${store.base || ""}/logo?v=${store.version}`}
        alt={isWordmark ? store.name : ""}
        width={isWordmark ? Math.round((HEIGHT * width) / height) : HEIGHT}
        height={HEIGHT}
        // Most wordmarks are drawn for paper: in the dark they keep a light ground.
        className={
          isWordmark
            ? "h-10 w-auto min-w-0 rounded bg-[light-dark(transparent,#fff)] object-contain object-left rtl:object-right"
            : "size-10 rounded-lg object-contain"
        }
      />
      {!isWordmark && (
        // On a phone beside the links: a name goes on on a second line before it is cut.
        <span dir="auto" className="wrap-anywhere line-clamp-2 max-sm:text-base max-sm:leading-5">
          {store.name}
        </span>
      )}
    </a>
  );
}
