import { SectionLinks } from "../section-links.tsx";

/** From the endpoints to their deliveries and back. */
export function WebhookLinks({ environment, current }: { environment: string; current: "endpoints" | "deliveries" }) {
  const base = `/${environment}/webhooks`;
  return (
    <SectionLinks
      label="Webhooks"
      links={[
        { href: base, label: "Endpoints", current: current === "endpoints" },
        { href: `${base}/deliveries`, label: "Deliveries", current: current === "deliveries" },
      ]}
    />
  );
}
