import { href } from "react-router";
import { Icon } from "../client-pages/icon.tsx";
import { PortalTitle } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/summary";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { findSummary } from "./shared.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const id = recordId(params.documentId);
  const { label, method, points } = await loadShared(context, token, (viewing) =>
    findSummary(sharingApiOf(context), viewing, id),
  );
  return { token, label, method, points };
}

/** The approved summary of a document. */
export default function SharedSummary({ loaderData: { token, label, method, points } }: Route.ComponentProps) {
  const { sharing } = useTexts();
  return (
    <main id="main" className="main mid stack">
      <PortalTitle>{sharing.summaryOf(label)}</PortalTitle>
      <div>
        <a className="back" href={href("/shared/:token/view", { token })}>
          <Icon name="left" />
          {sharing.back}
        </a>
        <h1>{sharing.summary}</h1>
        <p className="lead">{label}</p>
      </div>
      <ul className="rows max-w-160" aria-label={sharing.points}>
        {points.map(({ text, page }) => (
          <li key={`${page} ${text}`}>
            <p className="g">{text}</p>
            <span className="muted small num">{sharing.page(page)}</span>
          </li>
        ))}
      </ul>
      <p className="muted small">
        {sharing.origins[method]} {sharing.readItself}
      </p>
    </main>
  );
}
