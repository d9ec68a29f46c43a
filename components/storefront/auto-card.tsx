import type { AutoView } from "#server/storefront/index.ts";
import { LinkButton } from "./button.tsx";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

/** On the page of an eSIM: whether more is bought by itself, and where that is allowed or stopped. */
export function AutoCard({ auto, href, t }: { auto: AutoView | null; href: string; t: Translate }) {
  const isOn = auto?.status === "active";
  return (
    <Section
      id="auto"
      title={t("auto")}
      lead={isOn ? t("auto_active", { count: auto.used, of: auto.of }) : t("autoLead")}
      screenOnly
    >
      <LinkButton look="plain" href={href}>
        {isOn ? t("autoShow") : t("autoSetUp")}
      </LinkButton>
    </Section>
  );
}
