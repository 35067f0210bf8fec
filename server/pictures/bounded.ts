export const largestPicture = 10 * 1024 * 1024;

/** Null when the body is longer than `limit` bytes. */
export async function readBounded(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > limit) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
