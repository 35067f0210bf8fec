import {
  aborted,
  NoAnswer,
  type OpenedAnswer,
  type Opening,
  type Transport,
  tooLarge,
  type WireAnswer,
  type WireRequest,
} from "./transport.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** Failures before the first byte left, for a `fetch` that speaks over the network. */
const beforeSending: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * Speaks with a service through a function of fetch's shape, such as a service in the same process. The function may
 * ignore the abort signal: the exchange ends all the same.
 * @param baseUrl the API's root, as in "https://api.example/api"
 * @param maxAnswerBytes longest answer taken
 */
export function throughFetch(fetch: Fetch, baseUrl: string, maxAnswerBytes: number): Transport {
  const root = baseUrl.replace(/\/+$/, "");
  return (request, onSent, signal) =>
    new Promise((resolve, reject) => {
      const fail = (error: NoAnswer): void => {
        if (!beforeSending.has(error.reason)) onSent();
        reject(error);
      };
      const abort = (): void => fail(new NoAnswer(aborted));
      signal.addEventListener("abort", abort, { once: true });
      exchange(fetch, root, request, signal, maxAnswerBytes)
        .then(
          (answer) => {
            onSent();
            resolve(answer);
          },
          (error: unknown) => fail(NoAnswer.from(error)),
        )
        .finally(() => signal.removeEventListener("abort", abort));
    });
}

/**
 * Opens answers through the same kind of function.
 * @param baseUrl the API's root, as in "https://api.example/api"
 */
export function downloadThroughFetch(fetch: Fetch, baseUrl: string): Opening {
  const root = baseUrl.replace(/\/+$/, "");
  return ({ method, target, headers }, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => reject(new NoAnswer(aborted));
      signal.addEventListener("abort", abort, { once: true });
      fetch(new Request(root + target, { method, headers, signal, redirect: "manual" }))
        .then(
          (response) => {
            if (!signal.aborted) return resolve(openedBy(response));
            abort();
            // Nobody waits for it any more, and whoever made it holds something open until it is read or cancelled.
            response.body?.cancel().catch(() => {});
          },
          (error: unknown) => reject(NoAnswer.from(error)),
        )
        .finally(() => signal.removeEventListener("abort", abort));
    });
}

function openedBy({ status, headers, body }: Response): OpenedAnswer {
  return { status, header: (name) => headers.get(name), body };
}

async function exchange(
  fetch: Fetch,
  root: string,
  { method, target, headers, body }: WireRequest,
  signal: AbortSignal,
  maxAnswerBytes: number,
): Promise<WireAnswer> {
  const url = root + target;
  const response = await fetch(new Request(url, { method, headers, body, signal, redirect: "manual" }));
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await readText(response.body, maxAnswerBytes),
  };
}

/** A body as text. @throws NoAnswer for more than so many bytes */
export async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) throw new NoAnswer(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
