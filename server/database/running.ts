import { once } from "node:events";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { embeddedConnectionString, socketFolderIn, socketName } from "./embedded.ts";

/**
 * Finds the embedded database that a running server has open in a data folder: it takes further connections from its own user.
 * @returns its connection string; null when none is running, or its socket is elsewhere because the folder's path is too long
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
