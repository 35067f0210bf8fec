import { useTexts } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import type { Route } from "./+types/properties";
import { withMaps } from "./load-place.server.ts";
import { PortalPage } from "./parts/portal-frame.tsx";
import { PropertyCards } from "./parts/property-cards.tsx";
import { portalOf } from "./portal.server.ts";
import { listProperties } from "./portal-properties.server.ts";

/** The properties that a client and their agent look at. */

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const properties = await withMaps(context, await load(listProperties(api)));
  return { properties, picked: url.searchParams.getAll("id") };
}

export default function PortalProperties({ loaderData }: Route.ComponentProps) {
  const { properties } = useTexts();
  return (
    <PortalPage title={properties.title} subtitle={properties.subtitle}>
      <PropertyCards {...loaderData} />
    </PortalPage>
  );
}
