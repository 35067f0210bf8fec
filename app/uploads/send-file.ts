import { href } from "react-router";
import type { DetailedError, HttpResponse } from "tus-js-client";
import { type SendFile, SendingFailed } from "./upload-queue.ts";

const endpoint = href("/uploads");
/** Bytes of one request: behind a proxy that buffers whole requests, a lost connection costs no more than that. */
const chunkSize = 16 * 1024 ** 2;
/** Delays between tries, in ms; they start over whenever something arrived. */
const retryDelays = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];

/** Sends a file in parts, over lost connections and restarts of the server. The tus client is loaded with the first file. */
export const sendFile: SendFile = async (file, { id, signal, onBegun, onProgress, onWaiting }) => {
  const { Upload } = await import("tus-js-client").catch(() => {
    throw new SendingFailed(gone);
  });
  // An aborted signal calls no listener.
  if (signal.aborted) throw new SendingFailed(leftOut);
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const upload = new Upload(file, {
      endpoint,
      chunkSize,
      retryDelays,
      storeFingerprintForResuming: false,
      onProgress,
      uploadUrl: id === null ? null : `${endpoint}/${id}`,
      metadata: { filename: file.name, filetype: file.type, modified: String(file.lastModified) },
      onUploadUrlAvailable: () => onBegun(idOf(upload.url)),
      onShouldRetry(error) {
        const goesOn = mayPass(error);
        if (goesOn) onWaiting();
        return goesOn;
      },
      onSuccess() {
        ended.abort();
        resolve(idOf(upload.url));
      },
      onError(error) {
        // Continues when there is a network again, however long that takes.
        if (!navigator.onLine) return onWaiting();
        ended.abort();
        reject(new SendingFailed(sentenceOf(error)));
      },
    });
    const stop = (): void => {
      ended.abort();
      upload.abort().catch(() => {});
      reject(new SendingFailed(leftOut));
    };
    const resume = (): void => void upload.abort().then(() => upload.start());
    signal.addEventListener("abort", stop, { signal: ended.signal });
    addEventListener("online", resume, { signal: ended.signal });
    upload.start();
  });
};

/** Deletes an unfinished upload. Where that fails it is removed after a day. */
export function cancelUpload(id: string): void {
  const headers = { "Tus-Resumable": "1.0.0" };
  fetch(`${endpoint}/${id}`, { method: "DELETE", headers }).catch(() => {});
}

const leftOut = "It was removed.";
const gone = "The connection was lost. Your progress is kept: try again when you're back online.";
const failed = "The server isn't responding. Your progress is kept: try again in a minute.";
const signedOut = "You're signed out. Sign in in another tab and try again: your progress is kept.";

function idOf(url: string | null): string {
  return url?.split("/").at(-1) ?? "";
}

/** Whether a failure may pass: of the connection, or of a server that comes back. */
function mayPass({ originalResponse }: DetailedError): boolean {
  if (originalResponse === null) return true;
  const status = originalResponse.getStatus();
  return status >= 500 || status === 0 || [408, 409, 423, 429].includes(status);
}

function sentenceOf(error: Error | DetailedError): string {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (response === null) return gone;
  if (isSignIn(response)) return signedOut;
  if (response.getStatus() === 403) return "You don't have permission to add files here.";
  const said = response.getHeader("Content-Type")?.startsWith("text/plain") ? response.getBody() : "";
  if (said !== "") return said;
  return response.getStatus() >= 500 ? failed : "The file could not be sent. Try again.";
}

/** Whether the request was redirected to the sign-in page. */
function isSignIn(response: HttpResponse): boolean {
  const request: unknown = response.getUnderlyingObject();
  return request instanceof XMLHttpRequest && new URL(request.responseURL).pathname.startsWith("/login");
}
