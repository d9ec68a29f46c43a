/** A part of the document. */
export type Json = Record<string, unknown>;

/** What the document is made of: `description` speaks to people, the rest to programs. */
export type Sample = { summary?: string; body?: unknown; data: unknown };

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/** An object as it is answered: open, so that a client that was generated today outlives a field that is added tomorrow. */
export const object = (
  properties: Json,
  { optional = [] as string[], ...rest }: Json & { optional?: string[] } = {},
) => ({
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  ...rest,
});

export const pascal = (name: string): string =>
  name.replace(/(?:^|[_.-])([a-z])/g, (_all, letter: string) => letter.toUpperCase());
