/** A picture, and some that are not what they seem. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A PNG of eight by eight white pixels. */
export function smallPicture(): Uint8Array<ArrayBuffer> {
  const rows = deflateSync(Buffer.concat(Array.from({ length: 8 }, () => Buffer.from([0, 0xff]))));
  return pngOf(8, rows);
}

/** A PNG that says it has 50,000 by 50,000 pixels of one bit, and holds the beginning of them. */
export function hugePicture(): Uint8Array<ArrayBuffer> {
  return pngOf(50_000, deflateSync(Buffer.alloc(6251 * 500)));
}

/** A square of one bit each. */
function pngOf(side: number, rows: Buffer): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  const header = Buffer.concat([size, Buffer.from([1, 0, 0, 0, 0])]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A JPEG of noise, of which only so much has arrived. @param share up to 1, all of it */
export async function arrivedPicture(share: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { width: 64, height: 64, noise: { type: "gaussian", mean: 128, sigma: 60 } } as const;
  const picture = sharp({ create: { ...noise, channels: 3, background: "white" } });
  const bytes = await picture.jpeg().toBuffer();
  return new Uint8Array(bytes.subarray(0, bytes.length * share));
}

/** A PNG of one color that is stored without compression, of about so many bytes. */
export function largePicture(bytes: number, background = "teal"): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  const create = { width: side, height: side, channels: 3, background } as const;
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}

/** As a phone's camera writes them: HEIC of 64 by 64 white pixels. */
export function phonePicture(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(heic.join(""), "base64"));
}

const heic = [
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA",
  "AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFjAAEAAAAAAAAAFAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAv2lwcnAA",
  "AAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkA",
  "AAAwAAAwAeoCCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZp",
  "cG1hAAAAAAAAAAEAAQOBAoMAAAAcbWRhdAAAABAoAa8ZgPcB4E7T9FGMYvuA",
];
