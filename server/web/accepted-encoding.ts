import { parseAccept } from "hono/utils/accept";

const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The best encoding that a browser takes, from its Accept-Encoding header (RFC 9110 12.5.3); null for none of ours.
 * Preferences between the two are not followed: brotli is smaller.
 */
export function acceptedEncoding(header = ""): Encoding | null {
  return encodings.find((encoding) => acceptsEncoding(header, encoding)) ?? null;
}

/** Whether a browser takes an encoding, from its Accept-Encoding header. */
export function acceptsEncoding(header = "", encoding: string): boolean {
  return parseAccept(header).some(({ type, q }) => q > 0 && type.toLowerCase() === encoding);
}
