import { execFile } from "node:child_process";
import { join } from "node:path";
import { MB } from "#server/kernel/data-size.ts";
import { fail } from "#server/kernel/errors.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { pictureType } from "./picture-type.ts";

export type PictureUse = "logo" | "favicon" | "hero";
/** A picture of our own making. */
export type EncodedPicture = { bytes: Buffer; width: number; height: number; type: "png" | "webp" };

/** How wide a picture that fills the screen is kept, the largest first. */
const HERO_WIDTHS = [1_920, 1_200, 720];

/** As phones make them. What is kept is small, whatever came: the door lets in as much (`process/door/limit-body.ts`). */
export const MOST_UPLOADED_BYTES = 8 * MB;
/** Drawings are read as text before they are drawn. */
const MOST_DRAWN_BYTES = MB;

const PROGRAM = join(process.cwd(), "server/domain/reseller/pictures/encoder.ts");
/** Of the processor: a photo is no worse for a machine that does other things. */
const MOST_SECONDS = 5;
const LIMITS = { timeout: MINUTE, killSignal: "SIGKILL", maxBuffer: 2 * MB } as const;
/** One at a time: what waits is small, what is decoded may not be. */
const MOST_WAITING = 4;

const TYPES: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/webp": "webp",
  "image/svg+xml": "svg",
};

const REFUSALS: Record<string, string> = {
  type: "Upload a PNG, JPEG, WebP or SVG picture.",
  bytes: "The picture is larger than 8 MB. Upload a smaller one.",
  drawing: "The drawing is larger than 1 MB. Simplify it, or upload a PNG.",
  pixels:
    "The picture has too many pixels: up to 50 million are read of a JPEG, and 24 million of others. Upload a smaller one.",
  progressive:
    "The picture is a progressive JPEG of more than 24 million pixels. Save it without “progressive”, or upload a smaller one.",
  shape: "The picture is more than twelve times as long as it is wide. Crop it first.",
  encoding: "The drawing is not written in UTF-8. Save it again as plain SVG, or upload a PNG.",
  entities: "The drawing defines entities. Save it as plain SVG, or upload a PNG.",
  text: "The drawing has text that needs its font. Convert the text to outlines, or upload a PNG.",
  embedded: "The drawing holds pictures or documents of other kinds. Upload a PNG of it.",
  complex: "The drawing has too many parts. Simplify it, or upload a PNG.",
  slow: "The picture takes too long to be drawn. Simplify it, or upload a PNG.",
  broken: "The picture cannot be read. Save it again, or upload a PNG.",
};

/** Takes a picture's pixels and nothing else of it; the largest first where it is kept in several sizes. Refuses in words what is no picture, or costs too much to look at. */
export async function encodePicture(uploaded: Buffer, use: PictureUse): Promise<[EncodedPicture, ...EncodedPicture[]]> {
  if (uploaded.length > MOST_UPLOADED_BYTES) return refuse("bytes");
  const type = TYPES[pictureType(uploaded, "image/svg+xml") ?? ""];
  if (!type) return refuse(/<!DOCTYPE svg[^>]*\[/i.test(uploaded.toString("utf8", 0, 4_096)) ? "entities" : "type");
  if (type === "svg" && uploaded.length > MOST_DRAWN_BYTES) return refuse("drawing");
  const first = await make(uploaded, [use, type]);
  if (use !== "hero") return [first];
  const smaller: EncodedPicture[] = [];
  for (const width of HERO_WIDTHS)
    if (width < first.width) smaller.push(await make(uploaded, [use, type, String(width)]));
  return [first, ...smaller];
}

async function make(uploaded: Buffer, words: [PictureUse, ...string[]]): Promise<EncodedPicture> {
  const made = await inTurn(() => run(words, uploaded));
  const type = words[0] === "hero" ? "webp" : "png";
  return { bytes: made.subarray(8), width: made.readUInt32BE(0), height: made.readUInt32BE(4), type };
}

const refuse = (reason: string): never =>
  fail("validation_error", REFUSALS[reason] ?? REFUSALS.broken!, { field: "picture" });

function run(words: string[], input: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Not ours, which holds secrets.
    const env = { NODE_ENV: "production" } as const;
    const options = { ...LIMITS, env, encoding: "buffer" } as const;
    const limited = ["-c", `ulimit -t ${MOST_SECONDS} && exec "$0" "$@"`, process.execPath, PROGRAM, ...words];
    const child = execFile("/bin/sh", limited, options, (error, output) => {
      if (!error) return resolve(output);
      try {
        const isSlow = error.signal === "SIGKILL" || error.signal === "SIGXCPU";
        refuse(error.code === 3 ? output.toString() : isSlow ? "slow" : "broken");
      } catch (refusal) {
        reject(refusal);
      }
    });
    // It may have refused before it read everything.
    child.stdin!.on("error", () => {}).end(input);
  });
}

async function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
  const line = processSingleton("picture-encoder", () => ({ last: Promise.resolve() as Promise<unknown>, waiting: 0 }));
  if (line.waiting >= MOST_WAITING)
    fail("service_unavailable", "Several pictures are being prepared. Try again in a few seconds.");
  line.waiting++;
  const mine = line.last.then(work);
  line.last = mine.catch(() => {}).finally(() => line.waiting--);
  return await mine;
}
