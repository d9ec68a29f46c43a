import type { OperatorRole } from "#server/trpc/types.ts";

export const ROLES: readonly { value: OperatorRole; label: string; hint: string }[] = [
  { value: "support", label: "Support", hint: "Looks at everything and decides cases of unknown outcome" },
  { value: "finance", label: "Finance", hint: "The same, and money, credit, prices and rates" },
  { value: "admin", label: "Admin", hint: "Everything, including who works here" },
];
