import { createLoader, parseAsStringLiteral } from "nuqs/server";

export const TABS = ["members", "roles", "audit"] as const;

export const teamTab = { tab: parseAsStringLiteral(TABS).withDefault("members") };

export const loadTeamTab = createLoader(teamTab);
