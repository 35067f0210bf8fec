import { expect, onTestFinished, test, vi } from "vitest";
import { sendFile } from "#app/uploads/send-file.ts";

test("a file removed while the tus client loads is not sent", async () => {
  const leaving = new AbortController();
  const sent: string[] = [];
  const sending = sendFile(new File(["x"], "a.txt"), {
    id: null,
    signal: leaving.signal,
    onBegun: (id) => void sent.push(id),
    onProgress: () => void sent.push("progress"),
    onWaiting: () => void sent.push("waiting"),
  });
  leaving.abort();
  await expect(sending).rejects.toThrow("It was removed.");
  expect(sent).toEqual([]);
});

/** A client that fails at once, as after its last try. */
function failWith(response: { status: number; text?: string } | null): void {
  const originalResponse = response && {
    getStatus: () => response.status,
    getHeader: () => (response.text === undefined ? "text/html" : "text/plain; charset=utf-8"),
    getBody: () => response.text ?? "<html>",
    getUnderlyingObject: () => null,
  };
  class Upload {
    readonly url = null;
    readonly #onError: (error: Error) => void;
    constructor(_file: File, options: { onError: (error: Error) => void }) {
      this.#onError = options.onError;
    }
    start(): void {
      this.#onError(Object.assign(new Error("failed"), { originalResponse }));
    }
    abort = () => Promise.resolve();
  }
  vi.doMock("tus-js-client", () => ({ Upload }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("XMLHttpRequest", class {});
  onTestFinished(() => {
    vi.doUnmock("tus-js-client");
    vi.unstubAllGlobals();
  });
}

test.each([
  ["no answer", null, /^The connection was lost\. Your progress is kept/],
  ["a server's words", { status: 404, text: "It is no longer here." }, /^It is no longer here\.$/],
  ["a proxy's failure", { status: 502 }, /^The server isn't responding\. Your progress is kept/],
  ["a refusal without words", { status: 404 }, /^The file could not be sent\. Try again\.$/],
])("an upload that ended with %s says what is known, and no more", async (_, response, sentence) => {
  failWith(response);
  const sending = sendFile(new File(["x"], "a.txt"), {
    id: null,
    signal: new AbortController().signal,
    onBegun: () => {},
    onProgress: () => {},
    onWaiting: () => {},
  });
  await expect(sending).rejects.toThrow(sentence);
});
