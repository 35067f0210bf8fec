/** Sends a push to the service of a browser (RFC 8030), encrypted for that browser (RFC 8291). */
import { guardedLookup, isPublicAddress } from "../../public-addresses.ts";
import { isPushEndpoint, type LocalPushHosts } from "./push-endpoint.ts";
import type { PushKeys } from "./push-keys.ts";

export interface PushTarget {
  readonly endpoint: string;
  readonly browserKey: string;
  readonly authSecret: string;
}

interface Push {
  readonly text: string;
  /** For how long the service keeps it for a browser that is away. */
  readonly seconds: number;
  /** It replaces one with the same topic that still waits there: at most 32 characters of base64url. */
  readonly topic: string;
  readonly urgency: "normal" | "high";
}

type PushOutcome =
  | { readonly state: "sent" }
  /** The browser takes no more. */
  | { readonly state: "gone" }
  /** @param reason without the address, which lets somebody send */
  | { readonly state: "failed"; readonly reason: string; readonly retryAfterMs: number };

export interface PushPost {
  send(target: PushTarget, push: Push, now: Date): Promise<PushOutcome>;
  close(): Promise<void>;
}

interface PushPostSettings {
  readonly keys: () => Promise<PushKeys>;
  /** Tells push services whom to ask: an address with https: or mailto:. */
  readonly contact: string;
  readonly localHosts: LocalPushHosts;
}

const timeoutMs = 8_000;

export function createPushPost({ keys, contact, localHosts }: PushPostSettings): PushPost {
  let opened: ReturnType<typeof openSending> | undefined;
  return {
    async send({ endpoint, browserKey: p256dh, authSecret: auth }, { text, seconds, topic, urgency }, now) {
      if (!isPushEndpoint(endpoint, localHosts)) return { state: "gone" };
      const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
      const options = { ttl: seconds, topic, urgency };
      try {
        opened ??= openSending();
        const { buildPushPayload, fetch, local, guarded } = await opened;
        const dispatcher = localHosts.includes(new URL(endpoint).hostname) ? local : guarded;
        const vapid = { subject: contact, ...(await keys()) };
        const { headers, body } = await buildPushPayload({ data: text, options }, subscription, vapid);
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await fetch(endpoint, { method: "POST", headers, body, dispatcher, redirect: "error", signal });
        await answer.body?.cancel();
        if (answer.ok) return { state: "sent" };
        if (answer.status === 404 || answer.status === 410) return { state: "gone" };
        const retryAfterMs = readRetryAfter(answer.headers.get("retry-after"), now);
        return { state: "failed", reason: `status ${answer.status}`, retryAfterMs };
      } catch (error) {
        return { state: "failed", reason: kindOf(error), retryAfterMs: 0 };
      }
    },
    async close() {
      const agents = await opened;
      await Promise.all([agents?.guarded.close(), agents?.local.close()]);
    },
  };
}

/** Loaded with the first push. */
async function openSending() {
  const [{ buildPushPayload }, { Agent, fetch }] = await Promise.all([
    import("@block65/webcrypto-web-push"),
    import("undici"),
  ]);
  const guarded = new Agent({ connect: { lookup: guardedLookup(isPublicAddress), timeout: timeoutMs } });
  return { buildPushPayload, fetch, guarded, local: new Agent({ connect: { timeout: timeoutMs } }) };
}

/** Seconds, or a date; 0 for anything else. */
function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "no connection";
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "no connection";
}
