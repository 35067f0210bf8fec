import { once } from "node:events";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { embeddedConnectionString, socketFolderIn, socketName } from "./embedded.ts";

/**
 * The connection string of the embedded database that a running server has open; null when none runs, or its socket is elsewhere
 * because the folder's path is too long
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const folder = socketFolderIn(resolve(dataDir));
  if (folder === null) return null;
  const socket = connect(join(folder, socketName));
  try {
    await once(socket, "connect");
    return embeddedConnectionString(folder);
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
