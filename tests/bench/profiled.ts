import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";

/** Where a process spent its time: places and their own time, the largest first. */
export type Profile = { entries: [where: string, self: number][]; total: number };

// Loaded before the service: profiles the process between two messages of the one that started it.

const session = new Session();

process.on("message", async (message) => {
  if (message === "profile") {
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: 1_000 });
    await session.post("Profiler.start");
  }
  if (message === "profiled") {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    const spent = new Map<string, number>();
    let total = 0;
    profile.samples?.forEach((id, i) => {
      const { functionName, url, lineNumber } = nodes.get(id)!.callFrame;
      if (functionName === "(idle)" || functionName === "(program)" || url === "node:inspector") return;
      const file = url.startsWith("file:") ? fileURLToPath(url) : url;
      const place = file.replace(`${process.cwd()}/`, "").replace("node_modules/", "");
      const where = `${functionName || "(anonymous)"} ${place && `${place}:${lineNumber + 1}`}`;
      const took = profile.timeDeltas![i]!;
      total += took;
      spent.set(where, (spent.get(where) ?? 0) + took);
    });
    process.send?.({ entries: [...spent].sort((a, b) => b[1] - a[1]).slice(0, 200), total } satisfies Profile);
  }
});
process.channel?.unref();
