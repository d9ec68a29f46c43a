/** A paragraph, a list, a table or a sample; `…` marks code in texts. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { head: readonly string[]; rows: readonly (readonly string[])[] }
  | { sample: string; label: string }
  | { fold: string; isOpen?: boolean; blocks: readonly Block[] };

/** Stands in samples for the address of the service that shows them. */
export const SERVICE = "https://esim.example.com";

/** Their samples with the reader's own service in them: what is copied can be used as it is. @param apiUrl with `/api/v1` */
export const addressed = (sections: readonly DocSection[], apiUrl: string): DocSection[] =>
  JSON.parse(JSON.stringify(sections).replaceAll(SERVICE, apiUrl.replace(/\/api\/v1$/, "")));

/** A part of a page; `id` where it is not made of the title. */
export type DocSection = { title: string; id?: string; blocks: readonly Block[] };

export type Guide = {
  slug: string;
  title: string;
  lead: string;
  sections: readonly DocSection[];
};

/** A page of the documentation as text: what its Markdown, the search and llms-full.txt are made of. */
export type DocPage = { path: string; title: string; lead: string; sections: readonly DocSection[] };
