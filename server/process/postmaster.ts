import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of the server that runs, or ran, on the data directory; null when none is noted there. */
export function postmasterPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Whether the server of the data directory was told to stop: it says so in the eighth line of its pid file. */
export function isStopping(dataDir: string): boolean {
  try {
    return readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[7]?.trim() === "stopping";
  } catch {
    return false;
  }
}

/** The pid lives and is a postgres: a stale pid file may name a process of somebody else. */
export function isPostgres(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const [command, state] = processState(pid);
  return /postgres/.test(command) && !state.startsWith("Z");
}

/** Name and state letter, from /proc where there is one, else from ps. */
function processState(pid: number): [command: string, state: string] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return [stat.slice(stat.indexOf("(") + 1, end), stat.slice(end + 2)];
  } catch {
    if (existsSync("/proc/self")) return ["", "Z"];
    const [state = "Z", ...command] = spawnSync("ps", ["-o", "stat=,comm=", "-p", `${pid}`], { encoding: "utf8" })
      .stdout.trim()
      .split(" ");
    return [command.join(" "), state];
  }
}
