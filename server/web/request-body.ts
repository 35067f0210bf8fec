import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Whether a body follows a request's headers (RFC 9112 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** How the rest of a body is waited for that comes after its answer. */
const patience = { pauseMs: 3_000, wholeMs: 10_000 };

/**
 * Ends a request's body with its answer. What still comes is thrown away for a while: a connection that is closed while its sender
 * is sending takes the answer with it. Then the connection is closed, and whoever reads the body inside gets an error: Node tells
 * them only while there is no answer, so that a stalled upload would be waited for without end.
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
  // Whoever has begun to read would hold it up.
  incoming.removeAllListeners("data").once("end", stop).once("close", stop).resume();
}
