/** A line to a database that breaks at a chosen statement, as when the database is killed just then. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "./listening.ts";

/** Whether the connection breaks before the database has the statement, or when it has done it and nobody is told. */
export type BreakMoment = "before" | "after";

export interface DatabaseLine {
  /** The database by this line. */
  readonly connectionString: string;
  /** From now on every connection that sends a statement with this word breaks; null for none. */
  breakAt(word: string | null, moment?: BreakMoment): void;
  /** From now on nothing that the database says arrives, and no connection breaks. */
  silence(): void;
  close(): Promise<void>;
}

export async function openDatabaseLine(connectionString: string): Promise<DatabaseLine> {
  const target = new URL(connectionString.replace("@/", "@localhost/"));
  const folder = target.searchParams.get("host");
  const port = Number(target.port || 5432);
  const { hostname } = target;
  const sockets = new Set<Socket>();
  let word: RegExp | null = null;
  let moment: BreakMoment = "before";
  let isSilent = false;

  const listener = createServer((incoming) => {
    const outgoing = folder === null ? connect(port, hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    let isDoomed = false;
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.on("data", (bytes) => {
      isDoomed ||= word?.test(bytes.toString("latin1")) === true;
      if (isDoomed && moment === "before") incoming.destroy();
      else outgoing.write(bytes);
    });
    outgoing.on("data", (bytes) => {
      if (isDoomed) incoming.destroy();
      else if (!isSilent) incoming.write(bytes);
    });
  });
  const linePort = await listenLocally(listener);
  target.searchParams.delete("host");
  target.hostname = "127.0.0.1";
  target.port = String(linePort);
  return {
    connectionString: target.href,
    breakAt(given, when = "before") {
      word = given === null ? null : new RegExp(`\\b${given}\\b`, "i");
      moment = when;
    },
    silence() {
      isSilent = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}
