/** A push service of our own, which reads what is sent as the browser would: it checks who sends, and decrypts. */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:https";
import tls from "node:tls";
import { z } from "zod";
import { closeServer, listenLocally } from "./listening.ts";
import { selfSigned } from "./self-signed.ts";

/** A browser that was subscribed. */
export interface PushBrowser {
  /** As `PushSubscription.toJSON` gives it. */
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const shown = z.object({ title: z.string(), body: z.string(), url: z.string(), tag: z.string() });

interface ReceivedPush {
  readonly endpoint: string;
  readonly ttl: string | undefined;
  readonly topic: string | undefined;
  readonly urgency: string | undefined;
  /** The public key of the sender, in base64url. */
  readonly sender: string;
  readonly claims: z.output<typeof claims>;
  readonly shown: z.output<typeof shown>;
}

interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PushService {
  readonly origin: string;
  /** Pushes that were taken, the oldest first. */
  readonly received: ReceivedPush[];
  /** How often something was sent, taken or not. */
  readonly asked: () => number;
  /** What was wrong with what was sent. */
  readonly faults: string[];
  subscribe(): PushBrowser;
  /** Refuses what is sent to a browser, until it is given null. */
  refuse(browser: PushBrowser, refusal: Refusal | null): void;
  /** Those to a browser. */
  sentTo(browser: PushBrowser): readonly ReceivedPush[];
  close(): Promise<void>;
}

/** Its host name, which the service has to be allowed. */
export const pushHost = "localhost";

export async function startPushService(): Promise<PushService> {
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, selfSigned.cert]);
  const browsers = new Map<string, { readonly ecdh: ECDH; readonly auth: Buffer }>();
  const refusals = new Map<string, Refusal>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  let asked = 0;
  const server = createServer(selfSigned, async (request, response) => {
    asked += 1;
    const endpoint = origin + request.url;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const refusal = refusals.get(endpoint);
    const browser = browsers.get(endpoint);
    if (refusal !== undefined || browser === undefined) {
      response.writeHead(refusal?.status ?? 404, refusal?.headers).end();
      return;
    }
    try {
      const { headers, method } = request;
      if (method !== "POST" || headers["content-encoding"] !== "aes128gcm") throw new Error(`${method} is no push.`);
      received.push({
        endpoint,
        ttl: oneOf(headers.ttl),
        topic: oneOf(headers.topic),
        urgency: oneOf(headers.urgency),
        ...readSender(headers.authorization ?? "", origin),
        shown: shown.parse(JSON.parse(decrypt(Buffer.concat(pieces), browser.ecdh, browser.auth))),
      });
      response.writeHead(201).end();
    } catch (error) {
      faults.push(String(error));
      response.writeHead(400).end();
    }
  });
  const origin = `https://${pushHost}:${await listenLocally(server)}`;
  return {
    origin,
    received,
    faults,
    asked: () => asked,
    subscribe() {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomBytes(12).toString("base64url")}`;
      browsers.set(endpoint, { ecdh, auth });
      const p256dh = ecdh.getPublicKey("base64url", "uncompressed");
      return { endpoint, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    refuse({ endpoint }, refusal) {
      if (refusal === null) refusals.delete(endpoint);
      else refusals.set(endpoint, refusal);
    },
    sentTo: (browser) => received.filter(({ endpoint }) => endpoint === browser.endpoint),
    close() {
      // Whoever shares the process with this trusts no more than before.
      tls.setDefaultCACertificates(trusted);
      return closeServer(server);
    },
  };
}

const oneOf = (header: string | readonly string[] | undefined) => (typeof header === "string" ? header : undefined);

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

/** Checks the token by which a sender says who it is (RFC 8292). @throws Error for one that is not right */
function readSender(authorization: string, origin: string) {
  const [, head = "", body = "", signature = "", key = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" } });
  const signed = Buffer.from(`${head}.${body}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const claimed = claims.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
  const now = Date.now() / 1000;
  if (!isSigned || claimed.aud !== origin || claimed.exp < now || claimed.exp > now + 86_400)
    throw new Error("The token is not right.");
  return { sender: key, claims: claimed };
}

/** Decrypts a push (RFC 8291, and RFC 8188 for its single record). */
function decrypt(sent: Buffer, browser: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [sent.subarray(0, 16), sent.readUInt8(20)];
  const theirs = sent.subarray(21, 21 + keyLength);
  const record = sent.subarray(21 + keyLength);
  const shared = browser.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
