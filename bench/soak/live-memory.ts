/** What a server keeps: its objects and buffers after a full garbage collection. Resident memory also tells when V8 last collected. */
import { z } from "zod/mini";
import type { SoakServer } from "./servers.ts";

const answered = z.object({ id: z.number(), result: z.object({}) });
const usage = z.object({ result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }) });

/** Collects the garbage of a server by its inspector and gives what is left, in MB (10⁶ bytes). @throws without an inspector */
export async function liveMemoryMb(server: SoakServer): Promise<number> {
  const [address] = /ws:\/\/\S+/.exec(server.log()) ?? [];
  if (address === undefined) throw new Error(`The ${server.name} server has no inspector`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  try {
    // What the first collection finalizes, the second removes.
    await ask(socket, 1, "HeapProfiler.collectGarbage");
    await ask(socket, 2, "HeapProfiler.collectGarbage");
    const { result } = usage.parse(await ask(socket, 3, "Runtime.getHeapUsage"));
    return (result.usedSize + result.backingStorageSize) / 1e6;
  } finally {
    socket.close();
  }
}

function ask(socket: WebSocket, id: number, method: string): Promise<unknown> {
  return new Promise((resolve) => {
    const read = ({ data }: MessageEvent<string>): void => {
      const message: unknown = JSON.parse(data);
      if (answered.safeParse(message).data?.id !== id) return;
      socket.removeEventListener("message", read);
      resolve(message);
    };
    socket.addEventListener("message", read);
    socket.send(JSON.stringify({ id, method }));
  });
}
