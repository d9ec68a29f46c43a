import { readCountry } from "#server/storefront/index.ts";
import { placePage } from "../../place-page.tsx";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

const page = placePage("country", readCountry);
export const generateMetadata = page.generateMetadata;
export default page.PlacePage;
