/** Server-sent events as a browser receives them, without a browser. */
import { Agent, fetch } from "undici";

interface ReceivedEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: string;
}

export interface OpenedStream {
  readonly status: number;
  readonly type: string;
  readonly received: readonly ReceivedEvent[];
  /** Settles once the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Breaks the connection. */
  cut(): Promise<void>;
}

/** Opens a stream. @param headers with the cookie of a browser */
export async function openStream(url: string, headers: Readonly<Record<string, string>>): Promise<OpenedStream> {
  const agent = new Agent();
  const response = await fetch(url, { headers, redirect: "manual", dispatcher: agent });
  const received: ReceivedEvent[] = [];
  const ended = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const parts = text.split("\n\n");
        text = parts.pop() ?? "";
        received.push(...parts.map(readEvent));
      }
    } catch {
      // Cut, by this side or the other.
    }
  })();
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    received,
    ended,
    async cut() {
      await agent.destroy();
      await ended;
    },
  };
}

function readEvent(text: string): ReceivedEvent {
  const fields = new Map(
    text.split("\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trim()] as const;
    }),
  );
  return { event: fields.get("event") ?? "message", id: fields.get("id") ?? null, data: fields.get("data") ?? "" };
}
