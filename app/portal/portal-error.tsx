import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { Said } from "../client-pages/said.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { areas } from "../session/area.ts";
import type { PortalFormElsewhere } from "../session/current-user.ts";
import { HouseholdButton } from "./parts/household-button.tsx";

/** Why the portal, or a property in it, is closed to somebody, as middleware throws it. */
export type PortalClosed =
  | { readonly closed: "noAccess" | "notOffered" | "readOnly" | "dealOver" | "bought" | "notFound" }
  | {
      readonly closed: "archived";
      readonly workspace: string;
      readonly agent: { readonly name: string; readonly email: string; readonly phoneNumber: string | null };
    };

function isClosed(said: unknown): said is PortalClosed | PortalFormElsewhere {
  return typeof said === "object" && said !== null && "closed" in said;
}

/** When to try again after too many attempts, in seconds; null for anything else. */
function waitIn(said: unknown): number | null {
  const isWait = typeof said === "object" && said !== null && "retryAfterSeconds" in said;
  return isWait && typeof said.retryAfterSeconds === "number" ? said.retryAfterSeconds : null;
}

/** The `ErrorBoundary` of the portal's layouts: what happened and what to do, in the reader's language. */
export function PortalError() {
  const error = useRouteError();
  const { errors, form, view, me } = useTexts();
  const { pathname, search } = useLocation();
  if (!isRouteErrorResponse(error))
    return <Said {...errors.failed} way={{ label: errors.again, href: pathname + search }} />;
  const home = { label: errors.home, href: areas.portal.home };
  if (isClosed(error.data)) {
    const why = error.data;
    if (why.closed === "readOnly") return <Said title={errors.refused.title} text={view.readOnly} />;
    if (why.closed === "archived") {
      const { agent, workspace } = why;
      return <Said title={errors.archived.title} text={errors.archived.text(agent.name, workspace)} agent={agent} />;
    }
    if (why.closed === "bought") {
      const [property = areas.portal.home] = pathname.match(/^.*\/properties\/[^/]+/) ?? [];
      return <Said {...errors.bought} way={{ label: errors.bought.look, href: property }} />;
    }
    if (why.closed === "elsewhere") return <FormElsewhere elsewhere={why} />;
    if (why.closed === "dealOver" || why.closed === "notFound") return <Said {...errors[why.closed]} way={home} />;
    return <Said {...errors[why.closed]} {...(why.closed === "noAccess" && { signOut: me.signOut })} />;
  }
  const seconds = waitIn(error.data);
  if (seconds !== null)
    return <Said title={errors.refused.title} text={form.tooMany(Math.max(1, Math.ceil(seconds / 60)))} way={home} />;
  if (error.status === 404) return <Said {...errors.notFound} way={home} />;
  if (error.status === 413) return <Said {...errors.tooLong} way={{ label: errors.again, href: pathname + search }} />;
  if (error.status < 500) return <Said {...errors.refused} way={home} />;
  return <Said {...errors.failed} way={{ label: errors.again, href: pathname + search }} />;
}

/** A form was sent from the portal of another household: the way back to it, where what was typed waits. */
function FormElsewhere({ elsewhere }: { elsewhere: PortalFormElsewhere }) {
  const {
    errors: { elsewhere: words, home },
    workspaces,
  } = useTexts();
  const { there, here, isAnothers, isKept, typed, page } = elsewhere;
  const opened = there === null ? words.openedUnknown : words.opened(there.name, there.workspaceName);
  const said = [
    isAnothers ? words.openedByOther : opened,
    !isAnothers && here !== null ? words.now(here) : null,
    isKept ? words.kept : null,
  ];
  return (
    <PortalShell
      title={words.title}
      subtitle={said.filter((line) => line !== null).join(" ")}
      below={<a href={areas.portal.home}>{here === null ? home : workspaces.stay(here)}</a>}
    >
      {there === null || isAnothers ? null : <HouseholdButton household={there} next={page} />}
      {typed === "" ? null : (
        <div>
          <h2>{words.typed}</h2>
          <p className="whitespace-pre-wrap">{typed}</p>
        </div>
      )}
    </PortalShell>
  );
}
