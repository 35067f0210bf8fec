/** A line on which anything may happen to a connection, always the same by a seed. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "./listening.ts";

/**
 * "rough": connections break or stand still after some bytes, in either direction. "mute": what is posted arrives, and no answer comes
 * back. "cut": no connection.
 */
type Manner = "whole" | "rough" | "mute" | "cut";

export interface RoughLine {
  /** Where the server is reached by it. */
  readonly origin: string;
  /** Breaks all connections; those to come are of this manner. */
  turn(to: Manner): void;
  /** How many connections broke or stood still so far, by the direction of the bytes. */
  readonly broken: { readonly up: number; readonly down: number; readonly still: number };
  /** How many answers have begun and were held back. */
  readonly muted: number;
  close(): Promise<void>;
}

/** Numbers from 0 to 1, the same ones by the same seed. */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** In bytes: from within the head of one form to some forms with their pages. */
const furthest = { up: 12_000, down: 60_000 } as const;
/** How long a connection that stands still is there (ms). */
const longestStill = 4_000;

/** @param server its address */
export async function openRoughLine(server: string, seed: number): Promise<RoughLine> {
  const { port, hostname } = new URL(server);
  const random = randomBy(seed);
  const sockets = new Set<Socket>();
  const broken = { up: 0, down: 0, still: 0 };
  let manner: Manner = "cut";
  let muted = 0;

  const listener = createServer((incoming) => {
    if (manner === "cut") return void incoming.destroy();
    const outgoing = connect(Number(port), hostname);
    const isRough = manner === "rough";
    const limits = { up: furthest.up * random(), down: furthest.down * random() };
    const still = random() < 0.2 ? longestStill * random() : 0;
    let isMute = false;
    let isOver = false;
    for (const socket of [incoming, outgoing]) socket.on("error", () => {});
    sockets.add(incoming);
    incoming.on("close", () => {
      sockets.delete(incoming);
      outgoing.destroy();
    });
    outgoing.on("close", () => incoming.destroy());

    function carry(piece: Buffer, direction: "up" | "down"): void {
      if (isOver) return;
      const to = direction === "up" ? outgoing : incoming;
      limits[direction] -= isRough ? piece.length : 0;
      if (limits[direction] >= 0) return void to.write(piece);
      isOver = true;
      broken[direction] += 1;
      to.write(piece.subarray(0, Math.floor(piece.length + limits[direction])));
      if (still > 0) broken.still += 1;
      setTimeout(() => incoming.destroy(), still).unref();
    }
    incoming.on("data", (piece) => {
      isMute ||= manner === "mute" && piece.toString("latin1", 0, 5) === "POST ";
      carry(piece, "up");
    });
    outgoing.on("data", (piece) => {
      if (isMute) muted += 1;
      else carry(piece, "down");
    });
  });
  function turn(to: Manner): void {
    manner = to;
    for (const socket of sockets) socket.destroy();
  }
  return {
    turn,
    origin: `http://localhost:${await listenLocally(listener)}`,
    broken,
    get muted() {
      return muted;
    },
    async close() {
      turn("cut");
      listener.close();
      await once(listener, "close");
    },
  };
}
