import { changes } from "../changes.ts";
import { catalogueSync } from "./catalogue-sync.ts";
import { environments } from "./environments.ts";
import { goLive } from "./go-live.ts";
import type { Guide } from "./guide.ts";
import { idempotency } from "./idempotency.ts";
import { ledger } from "./ledger.ts";
import { limits } from "./limits.ts";
import { listen } from "./listen.ts";
import { mcp } from "./mcp.ts";
import { money } from "./money.ts";
import { security } from "./security.ts";
import { versioning } from "./versioning.ts";
import { whiteLabel } from "./white-label.ts";

export const GUIDES: readonly Guide[] = [
  environments,
  listen,
  goLive,
  mcp,
  idempotency,
  money,
  ledger,
  catalogueSync,
  whiteLabel,
  limits,
  versioning,
  changes,
  security,
];
