export type Encoding = "br" | "gzip";

/**
 * The best encoding that a browser takes, from its Accept-Encoding header (RFC 9110 12.5.3); null for none of ours.
 * Preferences between the two are not followed: brotli is smaller.
 */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const accepted = new Set(
    header
      .toLowerCase()
      .split(",")
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.replace(/\s*;.*$/, "")),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : null;
}
