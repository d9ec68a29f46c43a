import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive; what it holds is read when its turn comes. */
export type ZipEntry = { name: string; content: AsyncIterable<Buffer | string> | Iterable<string> };

/** Of all that 32 bits count; an archive that would be larger ends in an error instead of a file that cannot be read. */
const LIMIT = 0xff_ff_ff_ff;
/** Sizes follow the content, names are UTF-8. */
const FLAGS = 0x08_08;
const DEFLATED = 8;
const VERSION = 20;

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** A ZIP archive in the memory of one chunk, whatever it holds: files are compressed one after the other while it is sent. */
export const zipOf = (entries: AsyncIterable<ZipEntry>, at: Date): Readable => Readable.from(chunksOf(entries, at));

async function* chunksOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const head = Buffer.concat([header(0x04_03_4b_50, entry, at), entry.name]);
    yield head;
    for await (const chunk of deflated(content, entry)) yield chunk;
    const sizes = numbers([0x08_07_4b_50, entry.crc, entry.packed, entry.size]);
    yield sizes;
    offset += head.length + entry.packed + sizes.length;
    if (offset > LIMIT || entry.size > LIMIT) throw new Error(`The archive is larger than 4 GB at ${name}.`);
    written.push(entry);
  }
  const directory = Buffer.concat(written.map((entry) => listed(entry, at)));
  yield directory;
  const count = written.length;
  yield Buffer.concat([
    numbers([0x06_05_4b_50]),
    shorts([0, 0, count, count]),
    numbers([directory.length, offset]),
    shorts([0]),
  ]);
}

/** Compresses, and counts what went in and what came out. */
async function* deflated(content: ZipEntry["content"], entry: Written): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const part of content) {
      const chunk = Buffer.from(part);
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield chunk;
    }
  };
  const source = Readable.from(counted());
  const packer = createDeflateRaw();
  source.on("error", (error) => packer.destroy(error));
  for await (const chunk of source.pipe(packer) as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
}

const numbers = (values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) buffer.writeUInt32LE(value, i * 4);
  return buffer;
};

const shorts = (values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) buffer.writeUInt16LE(value, i * 2);
  return buffer;
};

/** What stands before a file and, longer, in the directory. */
const common = (at: Date): Buffer => {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return shorts([VERSION, FLAGS, DEFLATED, time, day]);
};

const header = (mark: number, { crc, packed, size, name }: Written, at: Date): Buffer =>
  Buffer.concat([numbers([mark]), common(at), numbers([crc, packed, size]), shorts([name.length, 0])]);

const listed = (entry: Written, at: Date): Buffer =>
  Buffer.concat([
    numbers([0x02_01_4b_50]),
    shorts([VERSION]),
    common(at),
    numbers([entry.crc, entry.packed, entry.size]),
    shorts([entry.name.length, 0, 0, 0, 0]),
    numbers([0, entry.offset]),
    entry.name,
  ]);
