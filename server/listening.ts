import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { StartRefused } from "./start-refused.ts";

interface Place {
  readonly host: string;
  readonly port: number;
  /** What listens there, for the error. */
  readonly name: string;
  /** What the settings of host and port begin with. */
  readonly prefix?: string;
}

/** @throws StartRefused */
export async function listen(server: Server, { host, port, name, prefix = "" }: Place): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const known: Readonly<Record<string, string>> = {
      EADDRINUSE: `Something else listens there; choose another with ${prefix}PORT.`,
      EACCES: `This user may not use that port; choose another with ${prefix}PORT.`,
      EADDRNOTAVAIL: `This machine has no such address; correct ${prefix}HOST.`,
      ENOTFOUND: `There is no such address; correct ${prefix}HOST.`,
    };
    const advice = known[code] ?? `Check ${prefix}HOST and ${prefix}PORT (${code}).`;
    throw new StartRefused(`${name} cannot listen on ${host}, port ${port}. ${advice}`);
  }
}

/** Listens for a moment, so that a wrong setting is told before anything is made. @throws StartRefused */
export async function tryListening(place: Place): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await listen(server, place);
  server.close();
  await once(server, "close");
}
