import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** RFC 9112 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const patience = { pauseMs: 3_000, wholeMs: 10_000 };

/**
 * Ends a request's body with its answer. The rest is discarded for a while, since closing the connection while the client sends loses
 * the answer. Then the connection is closed and readers of the body get an error, or a stalled upload would be awaited forever.
 */
export function endBodyWithAnswer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming;
  outgoing.once("close", () => {
    if (incoming.readableEnded) return;
    if (incoming.destroyed && !incoming.complete) socket.destroySoon();
    else if (socket.destroyed) incoming.destroy();
    else discardRest(incoming, socket);
  });
}

function discardRest(incoming: IncomingMessage, socket: Socket): void {
  const end = () => incoming.destroy();
  let read = socket.bytesRead;
  const pause = setInterval(() => {
    if (socket.bytesRead === read) end();
    read = socket.bytesRead;
  }, patience.pauseMs);
  const late = setTimeout(end, patience.wholeMs);
  const stop = (): void => {
    clearInterval(pause);
    clearTimeout(late);
    socket.off("close", end);
  };
  socket.once("close", end);
  // A reader would hold the body up.
  incoming.removeAllListeners("data").once("end", stop).once("close", stop).resume();
}
