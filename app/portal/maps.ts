import { createContext } from "react-router";
import type { Picture } from "../pictures/pictures.ts";

/** Pictures of maps, which the server fetches from the map service of its settings. */
export interface Maps {
  /** What that service wants to be read below its maps; null for nothing. */
  readonly attribution: string | null;
  /**
   * Gives the map around an address, as people write it. Null when there is none within a second: the next page has it then.
   * @param workspaceId whose property it is; workspaces take turns
   */
  read(address: string, workspaceId: string): Promise<Picture | null>;
}

/** Set by the server for each request; null where no map service is set. */
export const mapsContext = createContext<Maps | null>(null);
