import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Plan } from "#components/storefront/plan.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readPlan } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, id } = await params;
  const store = await openStore(slug, lang);
  const found = await readPlan(store, decodeURIComponent(id));
  if (found === "missing" || (found && "movedTo" in found)) return missingMetadata(store.view);
  const t = translator(lang);
  const title = found ? `eSIM ${found.plan.title}` : t("plan");
  const description =
    found &&
    t("planLead", {
      place: found.plan.place,
      data: found.plan.data,
      days: found.plan.days,
      price: found.plan.price.charged,
    });
  return metadataOf(store.view, { title, description: description ?? undefined, path: `/package/${id}` });
}

export default async function PlanPage({ params }: Props) {
  const { slug, lang, id } = await params;
  const store = await openStore(slug, lang);
  const found = await readPlan(store, decodeURIComponent(id));
  if (found === "missing") return <Missing store={store.view} />;
  if (found && "movedTo" in found) permanentRedirect(`${store.view.base}/${lang}${found.movedTo}`);
  return <Plan store={store.view} found={found} id={id} />;
}
