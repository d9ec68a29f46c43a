import { closeSync, existsSync, fstatSync, openSync, readFileSync, writeSync } from "node:fs";

/** What a client does once, however often it has to ask. */
export type What = "order" | "topup" | "cancel" | "checkout" | "payment";

/** A client's witness log: one line before it asks, one after it was answered, outside the database. */
export type Line = { n: number; at: number } & (
  | { kind: "start" }
  | {
      kind: "ask";
      id: string;
      what: What;
      path: string;
      body: Record<string, unknown>;
      quantity?: number;
      cookie?: string;
    }
  | { kind: "answer"; id: string; status: number; data: string | null; code: string | null; replayed: boolean }
  | { kind: "lost"; id: string; why: string }
  /** Something that a client saw and must not be. */
  | { kind: "fault"; text: string }
  | { kind: "end"; asks: number; answers: number; losts: number }
);

/** Whom a traveller's purchase is for: by this it is found again. */
export const emailOf = (attempt: string): string => `${attempt.toLowerCase()}@example.com`;

/** A line without what the log itself adds. */
export type Entry = Line extends infer L ? (L extends Line ? Omit<L, "n" | "at"> : never) : never;

export type Log = { lines: Line[]; append(entry: Entry): void; close(): void };

/** Goes on where the log ends. Each line reaches the kernel before anything else happens: it survives its writer's death. */
export function openLog(file: string): Log {
  const lines = existsSync(file) ? parseLog(readFileSync(file, "utf8")).lines : [];
  const handle = openSync(file, "a");
  let n = lines.length === 0 ? 0 : lines.at(-1)!.n + 1;
  // A writer that died in the middle of a line left it open.
  if (fstatSync(handle).size > 0) writeSync(handle, "\n");
  return {
    lines,
    append(entry) {
      const line = { n: n++, at: Date.now(), ...entry } as Line;
      lines.push(line);
      writeSync(handle, `${JSON.stringify(line)}\n`);
    },
    close: () => closeSync(handle),
  };
}

function parseLog(text: string): { lines: Line[]; torn: number } {
  const lines: Line[] = [];
  let torn = 0;
  for (const one of text.split("\n")) {
    if (one === "") continue;
    try {
      lines.push(JSON.parse(one) as Line);
    } catch {
      torn++;
    }
  }
  return { lines, torn };
}

/** One thing that was asked for, with every answer to it. */
export type Asked = Extract<Line, { kind: "ask" }> & {
  client: number;
  answers: Extract<Line, { kind: "answer" }>[];
  losts: number;
};

export type Witness = {
  asked: Asked[];
  faults: string[];
  /** Why the run shows nothing; empty when the clients' own books balance. */
  voids: string[];
  losts: number;
};

/** Reads what the clients wrote, and holds it against their own counters. */
export function readWitness(files: string[], killed: number[]): Witness {
  const witness: Witness = { asked: [], faults: [], voids: [], losts: 0 };
  files.forEach((file, client) => {
    const { lines, torn } = parseLog(existsSync(file) ? readFileSync(file, "utf8") : "");
    const who = `client ${client}`;
    const starts = lines.filter(({ kind }) => kind === "start").length;
    const gap = lines.findIndex(({ n }, i) => n !== i);
    if (gap >= 0) witness.voids.push(`${who}: line ${gap} of its log is missing`);
    if (torn > killed[client]!) witness.voids.push(`${who}: ${torn} broken lines, ${killed[client]} deaths`);
    if (starts !== killed[client]! + 1) witness.voids.push(`${who}: ${starts} starts, ${killed[client]} deaths`);
    const byId = new Map<string, Asked>();
    for (const line of lines) {
      if (line.kind === "ask") {
        if (byId.has(line.id)) witness.voids.push(`${who}: ${line.id} was begun twice`);
        byId.set(line.id, { ...line, client, answers: [], losts: 0 });
      } else if (line.kind === "answer" || line.kind === "lost") {
        const asked = byId.get(line.id);
        if (!asked) witness.voids.push(`${who}: ${line.id} was answered and not asked`);
        else if (line.kind === "answer") asked.answers.push(line);
        else asked.losts++;
      } else if (line.kind === "fault") witness.faults.push(`${who}: ${line.text}`);
    }
    const count = (kind: Line["kind"]) => lines.filter((line) => line.kind === kind).length;
    const end = lines.at(-1);
    if (end?.kind !== "end") witness.voids.push(`${who} did not come to its end`);
    else if (end.asks !== count("ask") || end.answers !== count("answer") || end.losts !== count("lost"))
      witness.voids.push(
        `${who} counted ${end.asks}/${end.answers}/${end.losts}, its log has ${count("ask")}/${count("answer")}/${count("lost")}`,
      );
    for (const asked of byId.values())
      if (asked.answers.length === 0) witness.voids.push(`${who}: ${asked.id} has no answer`);
    witness.losts += count("lost");
    witness.asked.push(...byId.values());
  });
  return witness;
}
