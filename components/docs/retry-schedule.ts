/** Waiting time before each attempt of a webhook delivery, in seconds and in words. */
export const RETRY_SCHEDULE = [
  { seconds: 0, words: "at once" },
  { seconds: 5, words: "5 seconds" },
  { seconds: 30, words: "30 seconds" },
  { seconds: 120, words: "2 minutes" },
  { seconds: 600, words: "10 minutes" },
  { seconds: 1_800, words: "30 minutes" },
  { seconds: 3_600, words: "1 hour" },
  { seconds: 10_800, words: "3 hours" },
  { seconds: 21_600, words: "6 hours" },
  { seconds: 43_200, words: "12 hours" },
  { seconds: 86_400, words: "24 hours" },
  { seconds: 90_000, words: "25 hours" },
] as const;
