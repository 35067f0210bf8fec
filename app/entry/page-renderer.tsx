import { PassThrough, Writable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

const doctype = "<!DOCTYPE html>";

/** Renders a page that never hydrates, with all its data. */
export function renderWhole(page: ReactElement): string {
  return doctype + renderToString(page);
}

type Rendering = {
  /** "" for none. */
  readonly nonce: string;
  readonly signal: AbortSignal;
  /** Rendering is aborted after this long (milliseconds). */
  readonly patience: number;
  readonly onError: (error: unknown) => void;
};

/** Renders a page that hydrates, with all its data, in one piece. */
export function renderHydrating(page: ReactElement, rendering: Rendering): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces));
        done();
      },
    });
    const stop = start(page, rendering, Number.POSITIVE_INFINITY, {
      onAllReady: (pipe) => pipe(sink),
      onShellError: reject,
    });
    sink.once("close", stop);
  });
}

/** Streams a page that hydrates: the shell at once, deferred data as it is loaded. */
export function renderStreaming(page: ReactElement, rendering: Rendering): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    // React reports an error when the browser closes the connection, which is none.
    const onError = (error: unknown) => (body.destroyed ? undefined : rendering.onError(error));
    const stop = start(page, { ...rendering, onError }, undefined, {
      onShellReady: (pipe) => {
        pipe(body);
        resolve(createReadableStreamFromReadable(body));
      },
      onShellError: reject,
    });
    body.once("close", stop);
  });
}

type Pipe = (destination: Writable) => void;
type Moments = {
  onAllReady?: (pipe: Pipe) => void;
  onShellReady?: (pipe: Pipe) => void;
  onShellError: (error: unknown) => void;
};

/** @returns a function to call when rendering has ended */
function start(
  page: ReactElement,
  { nonce, signal, patience, onError }: Rendering,
  chunk: number | undefined,
  moments: Moments,
) {
  const { pipe, abort } = renderToPipeableStream(page, {
    ...(nonce === "" ? {} : { nonce }),
    ...(chunk === undefined ? {} : { progressiveChunkSize: chunk }),
    onAllReady: () => moments.onAllReady?.(pipe),
    onShellReady: () => moments.onShellReady?.(pipe),
    onShellError: (error) => {
      stop();
      moments.onShellError(error);
    },
    onError,
  });
  const giveUp = () => abort(new Error("The page was aborted before it was complete."));
  const timer = setTimeout(giveUp, patience);
  signal.addEventListener("abort", giveUp, { once: true });
  function stop(): void {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
  return stop;
}
