export type Said = { title: string; description?: string };
