/** What an account's plan allows, as the forms say it. */
export const PLAN_OPTIONS = [
  { value: "starter", label: "Starter", hint: "60 requests a minute, 10,000 a day" },
  { value: "growth", label: "Growth", hint: "300 requests a minute, 100,000 a day" },
  { value: "scale", label: "Scale", hint: "1,200 requests a minute, 1,000,000 a day" },
] as const;
