/** A line to a server that can be cut, as on the road: whoever comes by it sees connections break, and none be made. */

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "./listening.ts";

export interface Line {
  /** Where the server is reached by it. */
  readonly origin: string;
  /** Lets so many bytes more go to the server, all where not given, and stands still then. A line that was cut is whole again. */
  carry(bytes?: number): void;
  /** Bytes that it will still carry. */
  readonly left: number;
  /** Breaks once the server has begun to answer what is posted, before anything of that arrives; until it is to carry again. */
  loseAnswers(): void;
  /** Answers everything with this page, as a hotel's network does until somebody has signed in there; until it is to carry again. */
  captive(html: string): void;
  /** How many answers were lost so far. */
  readonly lost: number;
  cut(): void;
  close(): Promise<void>;
}

export async function openLine(server: string): Promise<Line> {
  const { port, hostname } = new URL(server);
  const sockets = new Set<Socket>();
  let isCut = false;
  let left = Number.POSITIVE_INFINITY;
  let losesAnswers = false;
  let captive: string | null = null;
  let lost = 0;

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }

  const listener = createServer((incoming) => {
    if (isCut) return void incoming.destroy();
    if (captive !== null) {
      const page = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${captive.length}\r\nConnection: close\r\n\r\n${captive}`;
      incoming.on("error", () => {});
      incoming.once("data", () => incoming.end(page));
      return;
    }
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) socket.on("error", () => {});
    sockets.add(incoming);
    incoming.on("close", () => {
      sockets.delete(incoming);
      outgoing.destroy();
    });
    outgoing.on("close", () => incoming.destroy());
    outgoing.pipe(incoming);
    const loseAnswer = () => {
      outgoing.unpipe(incoming);
      outgoing.once("data", () => {
        lost += 1;
        incoming.destroy();
      });
      outgoing.resume();
    };
    incoming.on("data", (piece) => {
      if (losesAnswers && piece.toString("latin1", 0, 5) === "POST ") loseAnswer();
      left -= piece.length;
      // As slow as the server reads.
      if (!outgoing.write(piece) || left <= 0) incoming.pause();
    });
    outgoing.on("drain", () => left > 0 && incoming.resume());
  });
  return {
    origin: `http://localhost:${await listenLocally(listener)}`,
    cut,
    get left() {
      return left;
    },
    loseAnswers() {
      losesAnswers = true;
    },
    captive(html) {
      cut();
      isCut = false;
      captive = html;
    },
    get lost() {
      return lost;
    },
    carry(bytes = Number.POSITIVE_INFINITY) {
      left = bytes;
      isCut = false;
      losesAnswers = false;
      captive = null;
    },
    async close() {
      cut();
      listener.close();
      await once(listener, "close");
    },
  };
}
