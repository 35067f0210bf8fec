import {
  aborted,
  type DownloadResponse,
  type DownloadTransport,
  NoResponse,
  type Transport,
  tooLarge,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** Failures before the first byte was sent, for a `fetch` over the network. */
const beforeSending: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * Sends requests through a function like `fetch`, such as a service in the same process. The function may ignore the
 * abort signal: the promise is rejected all the same.
 * @param baseUrl the API's root, as in "https://api.example/api"
 * @param maxResponseBytes longest response that is read
 */
export function fetchTransport(fetch: Fetch, baseUrl: string, maxResponseBytes: number): Transport {
  const root = baseUrl.replace(/(?<!\/)\/+$/, "");
  return (request, onSent, signal) =>
    new Promise((resolve, reject) => {
      const fail = (error: NoResponse): void => {
        if (!beforeSending.has(error.reason)) onSent();
        reject(error);
      };
      const abort = (): void => fail(new NoResponse(aborted));
      signal.addEventListener("abort", abort, { once: true });
      exchange(fetch, root, request, signal, maxResponseBytes)
        .then(
          (response) => {
            onSent();
            resolve(response);
          },
          (error: unknown) => fail(NoResponse.from(error)),
        )
        .finally(() => signal.removeEventListener("abort", abort));
    });
}

/**
 * Downloads through the same kind of function.
 * @param baseUrl the API's root, as in "https://api.example/api"
 */
export function fetchDownloads(fetch: Fetch, baseUrl: string): DownloadTransport {
  const root = baseUrl.replace(/(?<!\/)\/+$/, "");
  return ({ method, target, headers }, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => reject(new NoResponse(aborted));
      signal.addEventListener("abort", abort, { once: true });
      fetch(new Request(root + target, { method, headers, signal, redirect: "manual" }))
        .then(
          (response) => {
            if (!signal.aborted) return resolve(downloadResponseOf(response));
            abort();
            // The response came after the abort: free what its body holds.
            response.body?.cancel().catch(() => {});
          },
          (error: unknown) => reject(NoResponse.from(error)),
        )
        .finally(() => signal.removeEventListener("abort", abort));
    });
}

function downloadResponseOf({ status, headers, body }: Response): DownloadResponse {
  return { status, header: (name) => headers.get(name), body };
}

async function exchange(
  fetch: Fetch,
  root: string,
  { method, target, headers, body }: WireRequest,
  signal: AbortSignal,
  maxResponseBytes: number,
): Promise<WireResponse> {
  const url = root + target;
  const response = await fetch(new Request(url, { method, headers, body, signal, redirect: "manual" }));
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await readText(response.body, maxResponseBytes),
  };
}

/** Reads a body as text. @throws NoResponse for more than `maxBytes` */
export async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) throw new NoResponse(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
