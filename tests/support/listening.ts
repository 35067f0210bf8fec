/** Servers of tests, on free ports of this machine. */
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Listens on a free port of the loopback address; gives the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}

/** Ends a server, with the connections of an HTTP server. */
export async function closeServer(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  server.closeAllConnections?.();
  await new Promise((resolve) => server.close(resolve));
}

/** Gives a TCP port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  await closeServer(server);
  return port;
}
