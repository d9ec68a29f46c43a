import { JsonLd } from "./json-ld.tsx";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

type Topic = "Starts" | "Data" | "Device" | "Install" | "NoNetwork" | "Zero" | "Delete" | "Topup" | "Number" | "Refund";

/** What travellers ask, for them and for search engines. Without a title on a page that is about nothing else. */
export function Answers({ topics, title, t }: { topics: readonly Topic[]; title?: string; t: Translate }) {
  const list = (
    <div className="grid max-w-3xl gap-3">
      {topics.map((topic) => (
        <details key={topic} className="rounded-2xl border border-line bg-raised px-5 py-4">
          <summary className="disclosure font-medium">{t(`q${topic}`)}</summary>
          <p className="mt-2 text-ink-soft">{t(`a${topic}`)}</p>
        </details>
      ))}
      <JsonLd
        data={{
          "@context": "https://schema.org",
          "@type": "FAQPage",
          mainEntity: topics.map((topic) => ({
            "@type": "Question",
            name: t(`q${topic}`),
            acceptedAnswer: { "@type": "Answer", text: t(`a${topic}`) },
          })),
        }}
      />
    </div>
  );
  return title ? <Section title={title}>{list}</Section> : <div className="mt-6">{list}</div>;
}
