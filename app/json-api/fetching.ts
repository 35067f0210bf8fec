import { aborted, NoAnswer, type Transport, tooLarge, type WireAnswer, type WireRequest } from "./transport.ts";

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
    text: await readText(response, maxAnswerBytes),
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) throw new NoAnswer(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
