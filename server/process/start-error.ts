/** What stops the start: one sentence for the person who started it. */
export class StartError extends Error {}
