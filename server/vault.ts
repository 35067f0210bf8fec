import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Encrypts texts in the database: AES-256-GCM, with a key derived (HKDF-SHA-256) from each secret. The first secret seals, all open, so
 * that secrets can be rotated.
 */
export interface Vault {
  /** @param place row and column; the text opens for the same place only */
  seal(text: string, place: string): Buffer;
  /** Null when no secret opens it. */
  open(sealed: Uint8Array, place: string): string | null;
  /** Whether the first secret sealed it. */
  isNewest(sealed: Uint8Array): boolean;
  /** A keyed hash. */
  mark(text: string): string;
  /** By all secrets, the first one first. */
  marks(text: string): readonly [string, ...string[]];
  /** By any of the secrets. */
  isMark(text: string, beginning: string): boolean;
}

interface Key {
  readonly name: Buffer;
  readonly secret: KeyObject;
}

const format = 1;
const nameLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nameLength + nonceLength + tagLength;

/** @throws Error without a secret, or for one of less than 32 characters */
export function createVault(secrets: readonly string[]): Vault {
  const keys = secrets.map(deriveKey);
  const [first, ...others] = keys;
  if (first === undefined) throw new Error("A vault needs at least one secret.");
  return {
    seal: (text, place) => seal(first, text, place),
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < headLength || bytes[0] !== format) return null;
      const name = bytes.subarray(1, 1 + nameLength);
      for (const key of keys) {
        if (!key.name.equals(name)) continue;
        const text = open(key, bytes, place);
        if (text !== null) return text;
      }
      return null;
    },
    isNewest: (sealed) => first.name.equals(Buffer.from(sealed).subarray(1, 1 + nameLength)),
    mark: (text) => markOf(first, text),
    marks: (text) => [markOf(first, text), ...others.map((key) => markOf(key, text))],
    isMark(text, beginning) {
      const given = createHash("sha256").update(beginning).digest();
      return keys.some((key) => {
        const ours = markOf(key, text).slice(0, beginning.length);
        return timingSafeEqual(createHash("sha256").update(ours).digest(), given);
      });
    },
  };
}

function markOf({ secret }: Key, text: string): string {
  return createHmac("sha256", secret).update("mark of ").update(text).digest("base64url");
}

function deriveKey(secret: string): Key {
  if (secret.length < 32) throw new Error("A session secret needs at least 32 characters.");
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "latchkey session store", 32));
  return {
    secret: createSecretKey(bytes),
    name: createHash("sha256").update("name of ").update(bytes).digest().subarray(0, nameLength),
  };
}

function seal(key: Key, text: string, place: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key.secret, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(format), key.name, nonce, cipher.getAuthTag(), body]);
}

function open(key: Key, bytes: Buffer, place: string): string | null {
  const nonceAt = 1 + nameLength;
  const tagAt = nonceAt + nonceLength;
  const decipher = createDecipheriv("aes-256-gcm", key.secret, bytes.subarray(nonceAt, tagAt), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(tagAt, headLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(headLength)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
