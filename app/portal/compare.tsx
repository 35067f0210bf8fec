import { data } from "react-router";
import { useTexts } from "../client-pages/texts/texts.ts";
import type { SettledCode } from "../json-api/settle.ts";
import { recordId } from "../session/session.server.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/compare";
import { loadAnswers } from "./answers.server.ts";
import { loadReleased } from "./load-released.server.ts";
import { type ComparedProperty, Comparison } from "./parts/comparison.tsx";
import { PortalPage, usePortalPath } from "./parts/portal-frame.tsx";
import { PortalLate } from "./parts/portal-late.tsx";
import { type Portal, portalOf } from "./portal.server.ts";
import { loadProperty } from "./portal-properties.server.ts";

/** Two to four properties of a client side by side. */

const [fewest, most] = [2, 4];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const ids = [...new Set(url.searchParams.getAll("id"))];
  if (ids.length < fewest || ids.length > most) return data({ homes: null, ids, late: [] }, { status: 400 });
  const late: SettledCode[] = [];
  const homes = await Promise.all(
    ids.map(recordId).map(async (id): Promise<ComparedProperty> => {
      const [property, released, answers] = await Promise.all([
        loadCompared(api, id),
        loadReleased(context, id),
        loadAnswers(context, id),
      ]);
      const rating = answers.ok ? (answers.data.rating?.rating ?? null) : null;
      const totals = released.ok ? (released.data.costs?.totals ?? null) : null;
      for (const part of [released, answers]) if (!part.ok && !isAbsent(part)) late.push(part.code);
      return { ...property, totals, rating };
    }),
  );
  return { homes, ids, late };
}

async function loadCompared(api: Portal["api"], id: string) {
  const { can: _can, etag: _etag, schools: _schools, ...property } = await loadProperty(api, id);
  return { ...property, photos: property.photos.slice(0, 1) };
}

export default function ComparePage({ loaderData: { homes, ids, late } }: Route.ComponentProps) {
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
        <>
          {late.slice(0, 1).map((code) => (
            <PortalLate key={code} part={{ ok: false, code }} />
          ))}
          <Comparison homes={homes} />
        </>
      )}
      <p>
        <a className="btn" href={to(`/properties?${back}`)}>
          {compare.back}
        </a>
      </p>
    </PortalPage>
  );
}
