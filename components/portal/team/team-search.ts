import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { listParams } from "../search-params.ts";

export const TABS = ["members", "roles", "audit"] as const;

export const teamTab = { tab: parseAsStringLiteral(TABS).withDefault("members") };

/** What the address of the team page says about the audit log. */
export const auditSearch = { area: parseAsString, search: parseAsString, ...listParams };

export const loadTeamTab = createLoader(teamTab);
export const loadAuditSearch = createLoader(auditSearch);
