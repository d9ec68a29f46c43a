import { AUTHENTICATION, authenticationSections } from "./contents/authentication.ts";
import { FRAMEWORKS, frameworkSections } from "./contents/frameworks.ts";
import { eventSections, REFERENCE, referenceSections } from "./contents/reference.ts";
import { WEBHOOKS, webhookSections } from "./contents/webhooks.ts";
import { addressed, type DocPage } from "./guides/guide.ts";
import { GUIDES } from "./guides/index.ts";
import { QUICKSTART, quickstart, quickstartPrograms } from "./quickstart.ts";
import type { OpenApiDocument } from "./reference/document.ts";

/** What the pages are made of that is not theirs. */
export type Sources = {
  document: OpenApiDocument;
  /** With `/api/v1`. */
  apiUrl: string;
  errors: Record<string, { status: number; meaning: string; cause: string; fix: string; retry: string }>;
  snippet(file: string): string;
};

export const ERROR_PAGE = {
  path: "/docs/errors",
  title: "Errors",
  lead: "Every failure has the same envelope: success false, error.code, error.message, sometimes error.details, and the request id. Branch on the code; the message may change.",
};

/** Every page of the documentation as text, in the order of the navigation. */
export function docPages({ document, apiUrl, errors, snippet }: Sources): DocPage[] {
  const steps = quickstart(apiUrl).map(({ title, text, sample }, i) => ({
    title: `${i + 1}. ${title}`,
    blocks: [text, { label: `Step ${i + 1}`, sample }],
  }));
  const codes = Object.entries(errors).map(([code, { status, meaning, cause, fix, retry }]) => ({
    title: `${code} (HTTP ${status})`,
    id: code,
    blocks: [meaning, { list: [`Cause: ${cause}`, `Fix: ${fix}`, `Retry: ${retry}`] }],
  }));
  return [
    { ...QUICKSTART, sections: [...steps, quickstartPrograms(snippet)] },
    { ...AUTHENTICATION, sections: authenticationSections(document, snippet) },
    { ...FRAMEWORKS, sections: addressed(frameworkSections(snippet), apiUrl) },
    ...GUIDES.map(({ slug, sections, ...guide }) => ({
      path: `/docs/${slug}`,
      ...guide,
      sections: addressed(sections, apiUrl),
    })),
    { ...REFERENCE, sections: referenceSections(document) },
    { ...WEBHOOKS, sections: [...webhookSections(document, snippet), ...eventSections(document)] },
    { ...ERROR_PAGE, sections: codes },
  ];
}

/** What a page is called where it has an ending: `/docs` is `quickstart`. */
export const nameOfPage = ({ path }: Pick<DocPage, "path">): string => path.slice("/docs/".length) || "quickstart";
