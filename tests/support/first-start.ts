import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#server/kernel/env.ts";
import { startService } from "#server/process/start-service.ts";

// The service on its first start, with a build that is 40 % done until the test lets it end: by a file `built`, or `broken`.
const at = (name: string) => existsSync(join(env().dataDir, name));
const say = (line: string) => process.stdout.write(`${line}\n`);

await startService({
  dev: false,
  children: true,
  say,
  startBuild(follow) {
    follow(40);
    let stopped = false;
    const build = async () => {
      while (!at("built") && !stopped) {
        if (at("broken")) throw new Error("The pages could not be built.");
        await sleep(20);
      }
    };
    const done = build();
    done.catch(() => {});
    return {
      done,
      stop() {
        stopped = true;
      },
    };
  },
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
