import { Button } from "./button.tsx";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

/** The traveller's own switch of the mails about an eSIM. */
export function EsimMails({ stopped, here, t }: { stopped: boolean; here: string; t: Translate }) {
  return (
    <Section id="mails" title={t("esimMails")} lead={stopped ? t("esimMailsStopped") : t("esimMailsLead")} screenOnly>
      <form method="post" action={`${here}/tell`}>
        <input type="hidden" name="mails" value={stopped ? "start" : "stop"} />
        <Button look="plain">{stopped ? t("esimMailsStart") : t("esimMailsStop")}</Button>
      </form>
    </Section>
  );
}
