import { useContext } from "react";
import { useLocation } from "react-router";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { Settled } from "../../json-api/settle.ts";
import { isAbsent, ManyLate } from "../../ui/not-loaded.tsx";

/** Stands where a part would be that did not come; nothing for one that is there, or that the service has none of. */
export function PortalLate({ part }: { part: Settled<unknown> }) {
  const { late } = useTexts().own;
  const isSaidAbove = useContext(ManyLate);
  if (part.ok || isAbsent(part)) return null;
  return (
    <p className="muted">
      {late.text} {isSaidAbove ? null : <LoadAgain />}
    </p>
  );
}

/** Above a page of which several parts did not come: one way to look again stands for all of them. */
export function PortalLateNotice() {
  const { late } = useTexts().own;
  if (!useContext(ManyLate)) return null;
  return (
    <p className="note">
      {late.several} <LoadAgain />
    </p>
  );
}

function LoadAgain() {
  const { pathname, search } = useLocation();
  return <a href={pathname + search}>{useTexts().own.late.again}</a>;
}
