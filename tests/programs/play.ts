import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "#tests/support/until.ts";
import { type Command, fileOf, type Made, type Program, run, surroundings } from "./program.ts";

export type Api = { SVC_URL: string; SVC_KEY: string };

const LISTEN = fileOf("sdk/typescript/bin/reseller-esim.mjs");
const SECRET = `whsec_${Buffer.from("of a program that is played").toString("base64")}`;
const OUTCOME = / order\.delivered +(evt_\w+)\n +(\S+ \S+)/;

/**
 * From an empty folder to the first order that the program bought, was told of, and believed. What it printed when it bought, and the
 * seconds that all of this took; or what it needs that is not installed.
 */
export async function play(program: Program, api: Api, port: number) {
  const folder = mkdtempSync(join(tmpdir(), "svc-program-"));
  const children: ChildProcess[] = [];
  try {
    const began = performance.now();
    const made = await program(folder, port);
    if ("missing" in made) return made;
    const env = { ...api, PORT: String(port), [made.secret]: SECRET };
    const hook = `http://127.0.0.1:${port}${made.hook}`;
    const receiver = start(made.receive, folder, env);
    const listener = start([process.execPath, LISTEN, "listen", "--forward", hook, "--secret", SECRET], folder, env);
    children.push(receiver.child, listener.child);
    const comes = (what: () => boolean | Promise<boolean>) =>
      until(async () => {
        for (const { child, said } of [receiver, listener])
          if (child.exitCode !== null) throw new Error(`The program ended: ${said()}`);
        return await what();
      });

    await comes(async () => /listening to/.test(listener.said()) && (await isOpen(port)));
    const printed = await (Array.isArray(made.buy) ? run(made.buy, folder, env) : buyTwice(made, api, port));
    await comes(() => OUTCOME.test(listener.said()));
    const [, id, outcome] = listener.said().match(OUTCOME)!;
    if (outcome !== "✓ 204") throw new Error(`It did not believe ${id}: ${listener.said()}${receiver.said()}`);
    const seconds = (performance.now() - began) / 1_000;

    const strangers = await fetch(hook, { method: "POST", headers: { "x-svc-event-id": id! }, body: "{}" });
    if (strangers.status !== made.refusal) throw new Error(`A stranger was answered ${strangers.status}.`);
    return { printed, seconds };
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function start([command, ...args]: Command, cwd: string, env: object) {
  const child = spawn(command, args, { cwd, env: { ...surroundings(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  child.on("error", ({ message }) => (text += message));
  return { child, said: () => text.slice(0, 3_000) };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });

/** As a customer who is impatient: one order, whatever its number is sent. */
async function buyTwice({ buy }: Made, { SVC_URL, SVC_KEY }: Api, port: number): Promise<string> {
  if (Array.isArray(buy)) throw new Error("A command buys by itself.");
  const plans = await fetch(`${SVC_URL}/packages?country=TR&type=local&limit=1`, {
    headers: { authorization: `Bearer ${SVC_KEY}` },
  });
  const { data } = (await plans.json()) as { data: { items: { package_id: string }[] } };
  const body = JSON.stringify({ [buy.plan]: data.items[0]!.package_id, number: `shop-${Date.now()}-${port}` });
  const references: string[] = [];
  for (let i = 0; i < 2; i++) {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const answer = await fetch(`http://127.0.0.1:${port}${buy.path}`, { method: "POST", headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The purchase was answered ${answer.status}: ${text.slice(0, 500)}`);
    references.push((JSON.parse(text) as { reference: string }).reference);
  }
  if (references[0] !== references[1]) throw new Error(`Two orders of one number: ${references.join(", ")}`);
  return references[0]!;
}
