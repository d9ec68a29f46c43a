import type { OperatorRole } from "#server/trpc/types.ts";

export const ROLES: readonly { value: OperatorRole; label: string; hint: string }[] = [
  { value: "support", label: "Support", hint: "Read access, and decides review cases" },
  { value: "finance", label: "Finance", hint: "Support, plus money, credit, prices and rates" },
  { value: "admin", label: "Admin", hint: "Everything, including who works here" },
];
