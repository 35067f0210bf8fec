import { useLocation } from "react-router";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { Settled } from "../../json-api/settle.ts";

/** Stands where a part would be that did not come; nothing for one that is there, or that the service has none of. */
export function PortalLate({ part }: { part: Settled<unknown> }) {
  const { late } = useTexts().own;
  const { pathname, search } = useLocation();
  if (part.ok || part.code === "missing") return null;
  return (
    <p className="muted">
      {late.text} <a href={pathname + search}>{late.again}</a>
    </p>
  );
}
