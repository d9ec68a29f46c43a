import { Command } from "commander";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { runFaults } from "./run.ts";
import { describeStep, planFaults } from "./schedule.ts";

/**
 * `npm run faults -- --seed 7 --minutes 10`: the whole service under load while its processes die and stand still, its links
 * break and its suppliers misbehave. Exit code 1 when any book disagrees, 2 when the run shows nothing.
 */
const options = new Command()
  .option("--seed <n>", "the same faults for the same seed", Number, Date.now() % 1_000_000)
  .option("--minutes <n>", "of load and faults", Number, 1)
  .option("--pause <ms>", "between the requests of a client", Number, 250)
  .option("--scale <x>", "of the service's time: more on a slow machine", Number, 0.02)
  .option("--plan", "print the schedule and end")
  .parse()
  .opts<{ seed: number; minutes: number; pause: number; scale: number; plan?: boolean }>();

const say = (line: string) => process.stdout.write(`${line}\n`);
// What travellers buy from is built once: a service that is killed every few seconds would not come to it.
if (!options.plan) await ensureBuild(say);
const seconds = options.minutes * 60;
if (options.plan)
  for (const { at, step } of planFaults({ seed: options.seed, seconds, clients: 6, programs: 4 }))
    say(`${(at / 1_000).toFixed(1).padStart(6)} s  ${describeStep(step)}`);
else {
  const summary = await runFaults({
    seed: options.seed,
    seconds,
    pauseMs: options.pause,
    timeScale: options.scale,
    say,
  });
  say(JSON.stringify(summary, null, 2));
  for (const fault of summary.faults) say(`FAULT ${fault}`);
  for (const name of summary.notReached) say(`NOT REACHED ${name}`);
  for (const reason of summary.voids) say(`VOID  ${reason}`);
  say(summary.voids.length > 0 ? "VOID: this run shows nothing" : summary.faults.length > 0 ? "NOT OK" : "ok");
  process.exitCode = summary.voids.length > 0 ? 2 : summary.faults.length > 0 ? 1 : 0;
}
process.exit();
