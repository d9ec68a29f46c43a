import type { StoreView } from "#server/storefront/index.ts";

/** Logo and name, leading home. */
export function BrandLink({ store }: { store: StoreView }) {
  return (
    <a
      href={`${store.base}/${store.language}`}
      className="flex min-h-16 min-w-0 flex-1 basis-40 items-center gap-3 font-semibold text-lg"
    >
      {/* biome-ignore lint/performance/noImgElement: the reseller's own picture, as it is. */}
      <img
        src={`${store.base || ""}/logo?v=${store.version}`}
        alt=""
        width={40}
        height={40}
        className="size-10 rounded-lg object-contain"
      />
      <span className="truncate">{store.name}</span>
    </a>
  );
}
