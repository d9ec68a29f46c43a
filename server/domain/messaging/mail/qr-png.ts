import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";

/** Pixels of one module of the code; mail programs show pictures as large as they are. */
const SCALE = 6;

/** A QR code as a PNG, black on white with a quiet zone: made here, told to nobody. */
export function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { border: 4, ecc: "M" });
  const side = size * SCALE;
  const line = Math.ceil(side / 8);
  const rows = data.map((row) => {
    // Filter byte 0, then one bit a pixel, 1 is white.
    const bytes = Buffer.alloc(line + 1);
    for (let x = 0; x < side; x++) if (!row[Math.floor(x / SCALE)]) bytes[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    return bytes;
  });
  const pixels = Buffer.concat(rows.flatMap((row) => Array<Buffer>(SCALE).fill(row)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
