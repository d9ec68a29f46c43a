import { createSocket } from "node:dgram";
import { isIP } from "node:net";
import { overrideEnv } from "#server/kernel/env.ts";

/** Addresses (each is given to the query of its family), texts, or what else a name server may do. */
export type DnsAnswer = string[] | "NXDOMAIN" | "SERVFAIL" | "garbage" | "silence";
type Query = { name: string; type: "A" | "AAAA" | "TXT" };
type Zone = (query: Query, times: number) => DnsAnswer | Promise<DnsAnswer>;

const TYPES: Record<number, Query["type"]> = { 1: "A", 16: "TXT", 28: "AAAA" };
const CODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

/** A name server of our own, which this process asks from now on. `times` counts a name's earlier queries of the same type. */
export async function openDnsServer(zone: Zone) {
  const queries: Query[] = [];
  const asked = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", async (message, peer) => {
    const query = parseQuery(message);
    const key = `${query.name} ${query.type}`;
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    queries.push(query);
    const answer = await zone(query, times);
    if (answer === "silence") return;
    socket.send(answer === "garbage" ? Buffer.from("not DNS") : reply(message, query, answer), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${socket.address().port}`;
  overrideEnv({ dnsServer: address });
  return { address, queries, close: () => socket.close() };
}

/** One that has texts alone. An answer that is `late` is kept back: it is what stood in the zone when it was asked for. */
export async function openTexts() {
  const zone = new Map<string, DnsAnswer>();
  const late = new Map<string, Promise<void>>();
  const { queries, close } = await openDnsServer(async ({ name, type }) => {
    const answer = (type === "TXT" && zone.get(name)) || "NXDOMAIN";
    await late.get(name);
    return answer;
  });
  return { zone, late, queries, close };
}

const HEADER = 12;

function parseQuery(message: Buffer): Query {
  const labels: string[] = [];
  let at = HEADER;
  while (message[at]! > 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + message[at]!));
    at += 1 + message[at]!;
  }
  return { name: labels.join(".").toLowerCase(), type: TYPES[message.readUInt16BE(at + 1)]! };
}

function reply(message: Buffer, { type }: Query, answer: string[] | keyof typeof CODES): Buffer {
  const values = Array.isArray(answer) ? answer.filter((value) => isIP(value) === FAMILIES[type]) : [];
  const questionEnd = message.indexOf(0, HEADER) + 5;
  const head = Buffer.from(message.subarray(0, questionEnd));
  head.writeUInt16BE(0x8180 | (Array.isArray(answer) ? 0 : CODES[answer]), 2);
  head.writeUInt16BE(values.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...values.map((value) => record(value, type))]);
}

const FAMILIES = { A: 4, AAAA: 6, TXT: 0 } as const;

/** Name by reference to the question, type, class IN, no caching, length, address or text. */
function record(value: string, type: Query["type"]): Buffer {
  const bytes = type === "TXT" ? textBytes(value) : addressBytes(value);
  const code = Object.entries(TYPES).find(([, name]) => name === type)![0];
  const head = Buffer.from([0xc0, HEADER, 0, Number(code), 0, 1, 0, 0, 0, 0, bytes.length >> 8, bytes.length & 255]);
  return Buffer.concat([head, bytes]);
}

/** In pieces of up to 255 characters, each behind its length. */
const textBytes = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? [""]).map((piece) => Buffer.from([piece.length, ...Buffer.from(piece, "latin1")])),
  );

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::").map((part) => part.split(":").filter(Boolean)) as unknown as [
    string[],
    string[],
  ];
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
