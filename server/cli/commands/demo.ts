import type { Command } from "commander";
import { env } from "#server/kernel/env.ts";
import { readDemo } from "../../process/demo-reseller.ts";
import { playDemo } from "../play-demo.ts";

export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("play the six-step integration flow against the running service, showing each request and reply")
    .option("--url <url>", "base address of the API", `${env().publicUrl}/api/v1`)
    .option("--test-key <key>", "instead of the demo reseller's")
    .option("--live-key <key>", "instead of the demo reseller's")
    .action(async ({ url, testKey, liveKey }: { url: string; testKey?: string; liveKey?: string }) => {
      const demo = readDemo(env().dataDir);
      const keys = { test: testKey ?? demo?.testKey, live: liveKey ?? demo?.liveKey };
      if (!keys.test)
        throw new Error(
          "There is no demo reseller here: give a key with --test-key, and --live-key to order for real.",
        );
      await playDemo({ url, testKey: keys.test, liveKey: keys.live });
    });
}
