import { findStore } from "./open-store.ts";

/** What a picture of a shop shows where somebody passes on a link to it. */
export async function readShared(segment: string, language: string) {
  const store = await findStore(segment, language);
  if (!store) return null;
  const { view, brand } = store;
  return {
    version: `${brand.accountId}.${brand.environment}.${view.version}`,
    ...{ name: view.name, companyLegalName: brand.companyLegalName, language: view.language },
    primaryColor: view.colors.primary,
    title: view.hero.title?.text ?? null,
    host: new URL(view.canonicalBase).host,
    // Pictures elsewhere are not fetched for it.
    logo: view.logo && brand.logoUrl,
    picture: view.hero.pictures[0]?.path.split("?")[0] ?? null,
  };
}
