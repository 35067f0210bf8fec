import type { Picture } from "#app/pictures/pictures.ts";
import type { Maps } from "#app/portal/maps.ts";
import type { Log } from "../log.ts";
import { createFairQueue } from "./fair-queue.ts";
import { type MapSettings, mapAddress, mapSize } from "./map-settings.ts";
import { createPictureCache } from "./picture-cache.ts";
import { createRemotePictures } from "./remote.ts";
import { scalePicture } from "./scaling.ts";
import { soon } from "./soon.ts";

interface Options {
  readonly settings: MapSettings;
  readonly folder: string;
  readonly log: Pick<Log, "warn">;
}

const type = "image/webp";
const limits = { atOnce: 4, milliseconds: 30_000 };
/** In milliseconds. */
const patience = 1_000;

/**
 * `Maps` on the server: fetched once a day and drawn anew, so that only the picture reaches browsers. The host follows from the
 * settings alone; redirects are refused.
 */
export function createMaps({ settings, folder, log }: Options): Maps {
  const cache = createPictureCache(folder);
  const queue = createFairQueue(limits);
  const fetchMap = createMapDrawing();
  const underWay = new Map<string, Promise<Picture | null>>();

  async function draw(name: string): Promise<Picture | null> {
    const picture = await fetchMap(name, (reason) => log.warn({ reason }, "The map service gave no picture"));
    await cache.put(name, type, picture).catch((error: unknown) => log.warn({ err: error }, "A map could not be kept"));
    return picture;
  }

  /** Never rejects, since nobody may wait anymore. */
  function start(name: string, workspaceId: string): Promise<Picture | null> {
    const drawing = queue
      .run(workspaceId, () => draw(name))
      .catch((error: unknown) => {
        log.warn({ err: error }, "A map could not be drawn");
        return null;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, drawing);
    return drawing;
  }

  return {
    attribution: settings.attribution,
    async read(address, workspaceId) {
      const name = mapAddress(settings.url, address);
      const kept = await cache.get(name, type);
      if (kept?.isFresh) return kept.picture;
      const drawing = underWay.get(name) ?? start(name, workspaceId);
      if (kept?.picture) return kept.picture;
      const drawn = await soon(drawing, patience);
      return drawn === "pending" ? null : drawn;
    },
  };
}

/** @returns fetches and draws the map of an address, or says why there is none, without the address */
function createMapDrawing() {
  // The operator's host may be on their own network.
  const fetchMap = createRemotePictures({ isReachable: () => true, anyPort: true });
  return async (name: string, onRefusal: (reason: string) => void): Promise<Picture | null> => {
    const bytes = await fetchMap(new URL(name), onRefusal);
    if (bytes === null) return null;
    const picture = await scalePicture(bytes, mapSize.width, false);
    if (picture === null) onRefusal("no picture in the answer");
    return picture;
  };
}

/** Asks the service for one map. @returns why there is none; null where there is */
export async function tryMapService({ url }: MapSettings): Promise<string | null> {
  let refusal: string | null = null;
  await createMapDrawing()(mapAddress(url, "1 Main Street, Springfield"), (reason) => {
    refusal = reason;
  });
  return refusal;
}
