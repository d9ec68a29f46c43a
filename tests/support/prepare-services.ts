import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { browserPath } from "./browser.ts";
import { newService } from "./service.ts";

// What the services of the browser tests begin with: the pages, and in the data directory named here what a first start leaves.
const dataDir = process.argv[2]!;
await ensureBuild((line) => process.stdout.write(`${line}\n`));
// Unpacked by one: whoever else finds it half unpacked cannot start it.
await browserPath();
const service = await newService({ DATA_DIR: dataDir });
await service.start();
if ((await service.end()) !== 0) throw new Error(service.output());
// The simulators of each service listen where there is room.
rmSync(join(dataDir, "simulator/address.json"));
writeFileSync(join(dataDir, "prepared"), "");
