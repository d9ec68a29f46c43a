/** A paragraph, a list, a table or a sample; `…` marks code in texts. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { head: readonly string[]; rows: readonly (readonly string[])[] }
  | { sample: string; label: string };

export type Guide = {
  slug: string;
  title: string;
  lead: string;
  sections: readonly { title: string; blocks: readonly Block[] }[];
};
