import { useTexts } from "../client-pages/texts/texts.ts";
import { load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/summary";
import { PortalPage, usePortalPath } from "./parts/portal-frame.tsx";
import { portalOf } from "./portal.server.ts";
import { findSummary } from "./portal-properties.server.ts";

/** The summary of a document, once an agent has approved it. */

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const id = recordId(params.documentId);
  const { label, method, points } = await load(findSummary(api, id));
  return { id, label, method, points };
}

export default function PortalSummary({ loaderData: { id, label, method, points } }: Route.ComponentProps) {
  const { summary } = useTexts().own;
  const to = usePortalPath();
  return (
    <PortalPage title={summary.of(label)} subtitle={summary.origins[method]}>
      <ul className="rows max-w-160">
        {points.map(({ text, page }) => (
          <li key={`${page} ${text}`}>
            <div className="g">{text}</div>
            <span className="muted small num">{summary.page(page)}</span>
          </li>
        ))}
      </ul>
      <div className="sec">
        <p className="muted">{summary.advice}</p>
        <a className="btn" href={to(`/documents/${encodeURIComponent(id)}`)}>
          {summary.open}
        </a>
      </div>
    </PortalPage>
  );
}
