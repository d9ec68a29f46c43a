import { PlacePage, type PlaceProps, placeMetadata } from "../../place-page.tsx";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

export const generateMetadata = (props: PlaceProps) => placeMetadata("country", props);

export default function CountryPage(props: PlaceProps) {
  return <PlacePage kind="country" {...props} />;
}
