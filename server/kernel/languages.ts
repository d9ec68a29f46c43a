/** Languages that travellers search and read in. */
export const LANGUAGES = ["en", "de", "fr", "es", "tr"] as const;

export type Language = (typeof LANGUAGES)[number];
