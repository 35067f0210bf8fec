/** The line between the web server and the API, which can be held as when the API hangs. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "#tests/support/listening.ts";

export interface HeldLine {
  readonly port: number;
  /** From now on nothing passes in either direction; connections are taken and stay open. */
  hold(): void;
  /** Lets everything pass, what was sent meanwhile first. */
  release(): void;
  close(): Promise<void>;
}

/** Opens a line to a TCP port of this machine. */
export async function openHeldLine(target: number): Promise<HeldLine> {
  const sockets = new Set<Socket>();
  let isHeld = false;

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on("error", () => {});
    from.on("data", (bytes) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on("drain", () => isHeld || from.resume());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isHeld) from.pause();
  }

  const listener = createServer((incoming) => {
    const outgoing = connect(target, "127.0.0.1");
    join(incoming, outgoing);
    join(outgoing, incoming);
  });
  const port = await listenLocally(listener);
  return {
    port,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}
