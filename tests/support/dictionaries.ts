/** What a browser does with a compression dictionary (RFC 9842). */
import { createHash } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";

export interface KeptDictionary {
  /** Sent with each request for a page. */
  readonly headers: Readonly<Record<"available-dictionary", string>>;
  /** Reads an answer in dcz. @throws when it was made with another dictionary */
  decode(sent: Buffer): string;
}

const magic = Buffer.from("5e2a4d1820000000", "hex");

/** A browser's copy of a dictionary. */
export function withDictionary(text: string | Buffer): KeptDictionary {
  const dictionary = Buffer.from(text);
  const digest = createHash("sha256").update(dictionary).digest();
  const head = Buffer.concat([magic, digest]);
  return {
    headers: { "available-dictionary": `:${digest.toString("base64")}:` },
    decode(sent) {
      if (!sent.subarray(0, head.length).equals(head)) throw new Error("It is not of this dictionary.");
      return zstdDecompressSync(sent.subarray(head.length), { dictionary }).toString();
    },
  };
}

/** Whether a browser asked for what speeds up later pages, which it does when it has nothing else to do: nobody waits for that. */
export function isForLater(url: string): boolean {
  return isDictionary(url) || new URL(url).pathname === "/speculation-rules.json";
}

/** Whether a browser asked for a dictionary. */
export function isDictionary(url: string): boolean {
  return new URL(url).pathname.startsWith("/dictionary-");
}
