import { data } from "react-router";
import { useTexts } from "../client-pages/texts/texts.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/compare";
import { loadAnswers } from "./answers.server.ts";
import { loadReleased } from "./load-released.server.ts";
import { type ComparedProperty, Comparison } from "./parts/comparison.tsx";
import { PortalPage, usePortalPath } from "./parts/portal-frame.tsx";
import { type Portal, portalOf } from "./portal.server.ts";
import { loadProperty } from "./portal-properties.server.ts";

/** Two to four properties of a client side by side. */

const [fewest, most] = [2, 4];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const ids = [...new Set(url.searchParams.getAll("id"))];
  if (ids.length < fewest || ids.length > most) return data({ homes: null, ids }, { status: 400 });
  const homes = await Promise.all(
    ids.map(recordId).map(async (id): Promise<ComparedProperty> => {
      const [property, released, answers] = await Promise.all([
        loadCompared(api, id),
        loadReleased(context, id),
        loadAnswers(context, id),
      ]);
      const rating = answers?.rating?.rating ?? null;
      return { ...property, totals: released?.costs?.totals ?? null, rating };
    }),
  );
  return { homes, ids };
}

async function loadCompared(api: Portal["api"], id: string) {
  const { can: _can, etag: _etag, schools: _schools, ...property } = await loadProperty(api, id);
  return { ...property, photos: property.photos.slice(0, 1) };
}

export default function ComparePage({ loaderData: { homes, ids } }: Route.ComponentProps) {
  const { compare } = useTexts();
  const to = usePortalPath();
  const back = new URLSearchParams(ids.map((id) => ["id", id]));
  return (
    <PortalPage title={compare.title} subtitle={compare.subtitle}>
      {homes === null ? (
        <p className="note" role="alert">
          {compare.wrongNumber}
        </p>
      ) : (
        <Comparison homes={homes} />
      )}
      <p className="actions">
        <a className="btn" href={to(`/properties?${back}`)}>
          {compare.back}
        </a>
      </p>
    </PortalPage>
  );
}
