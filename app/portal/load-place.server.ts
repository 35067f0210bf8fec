import type { RouterContextProvider } from "react-router";
import type { Place } from "../client-pages/place-of-property.tsx";
import type { Picture } from "../pictures/pictures.ts";
import { cityLine } from "../ui/city-line.ts";
import { mapsContext } from "./maps.ts";
import { portalOf } from "./portal.server.ts";
import type { PortalProperty } from "./portal-properties.server.ts";

type Context = Readonly<RouterContextProvider>;
type Addressed = Pick<PortalProperty, "street" | "city" | "state" | "zip">;

/** Where a property is, with a map if there is one within a second. */
export async function loadPlace(context: Context, property: Addressed): Promise<Place> {
  const attribution = context.get(mapsContext)?.attribution ?? null;
  const hasMap = (await readMap(context, property)) !== null;
  return { address: addressOf(property), hasMap, attribution };
}

/** Each with what stands below its map, or null where there is none within a second. */
export function withMaps<Card extends Addressed>(context: Context, cards: readonly Card[]) {
  const attribution = context.get(mapsContext)?.attribution ?? null;
  return Promise.all(
    cards.map(async (card) => ({ ...card, map: (await readMap(context, card)) === null ? null : { attribution } })),
  );
}

/** The map around a property; null for none. */
export async function readMap(context: Context, property: Addressed): Promise<Picture | null> {
  const maps = context.get(mapsContext);
  return maps === null ? null : maps.read(addressOf(property), portalOf(context).workspace.id);
}

function addressOf(property: Addressed): string {
  return [property.street, cityLine(property)].filter((part) => part !== "").join(", ");
}
