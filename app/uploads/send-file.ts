import { href } from "react-router";
import type { DetailedError, HttpResponse } from "tus-js-client";
import { type SendFile, SendingFailed } from "./upload-queue.ts";

/** Where uploads begin. */
const endpoint = href("/uploads");
/** Bytes of one request: where a proxy passes nothing on before it has all, a cut line costs no more than that. */
const chunkSize = 16 * 1024 ** 2;
/** When it is tried again after a failure, in ms; from the first again whenever something has arrived. */
const retryDelays = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];

/** Sends a file in parts, over cut connections and restarts of the server. The client for it is loaded when it is needed. */
export const sendFile: SendFile = async (file, { id, signal, onBegun, onProgress, onWaiting }) => {
  const { Upload } = await import("tus-js-client").catch(() => {
    throw new SendingFailed(gone);
  });
  // Meanwhile it may have been taken back: of a signal that is over no listener hears.
  if (signal.aborted) throw new SendingFailed(leftOut);
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const upload = new Upload(file, {
      ...{ endpoint, chunkSize, retryDelays, storeFingerprintForResuming: false, onProgress },
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
        // Goes on when there is a network again, however long that takes.
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

/** Takes an upload back; what does not arrive is swept away in a day. */
export function cancelUpload(id: string): void {
  const headers = { "Tus-Resumable": "1.0.0" };
  fetch(`${endpoint}/${id}`, { method: "DELETE", headers }).catch(() => {});
}

const leftOut = "It was removed.";
const gone = "The connection was lost. Your progress is kept: try again when you're back online.";
const signedOut = "You're signed out. Sign in in another tab and try again: your progress is kept.";

function idOf(url: string | null): string {
  return url?.split("/").at(-1) ?? "";
}

/** Failures of the line and of servers that come back. */
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
  return said === "" ? gone : said;
}

/** Whoever is signed out is led to the sign-in page. */
function isSignIn(response: HttpResponse): boolean {
  const request: unknown = response.getUnderlyingObject();
  return request instanceof XMLHttpRequest && new URL(request.responseURL).pathname.startsWith("/login");
}
