import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { Said, type SaidProps } from "../client-pages/said.tsx";
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

/** What was typed into a form that was not written, and the files that were chosen in it, as the error of its page keeps them. */
interface Unsent {
  readonly typed: string;
  readonly files: readonly string[];
}

function isUnsent(said: unknown): said is Unsent {
  return typeof said === "object" && said !== null && "typed" in said && "files" in said;
}

/** The `ErrorBoundary` of the portal's layouts: what happened and what to do, in the reader's language, and what was typed. */
export function PortalError() {
  const error = useRouteError();
  const said: unknown = isRouteErrorResponse(error) ? error.data : null;
  const closed = isClosed(said) ? said : null;
  if (closed?.closed === "elsewhere") return <FormElsewhere elsewhere={closed} />;
  return (
    <WhatHappened error={error} closed={closed}>
      {isUnsent(said) ? <UnsentText {...said} /> : null}
    </WhatHappened>
  );
}

type WhatHappenedProps = { error: unknown; closed: PortalClosed | null; children: ReactNode };

function WhatHappened({ error, closed, children }: WhatHappenedProps) {
  const { errors, form, view, me } = useTexts();
  const { pathname, search } = useLocation();
  const home = { label: errors.home, href: areas.portal.home };
  const again = { label: errors.again, href: pathname + search };
  const say = (said: SaidProps) => <Said {...said}>{children}</Said>;
  if (!isRouteErrorResponse(error)) return say({ ...errors.failed, way: again });
  if (closed !== null) {
    if (closed.closed === "readOnly") return say({ title: errors.refused.title, text: view.readOnly });
    if (closed.closed === "archived") {
      const { agent, workspace } = closed;
      return say({ title: errors.archived.title, text: errors.archived.text(agent.name, workspace), agent });
    }
    if (closed.closed === "bought") {
      const [property = areas.portal.home] = pathname.match(/^.*\/properties\/[^/]+/) ?? [];
      return say({ ...errors.bought, way: { label: errors.bought.look, href: property } });
    }
    if (closed.closed === "dealOver" || closed.closed === "notFound")
      return say({ ...errors[closed.closed], way: home });
    return say({ ...errors[closed.closed], ...(closed.closed === "noAccess" && { signOut: me.signOut }) });
  }
  const seconds = waitIn(error.data);
  if (seconds !== null)
    return say({ title: errors.refused.title, text: form.tooMany(Math.max(1, Math.ceil(seconds / 60))), way: home });
  if (error.status === 404) return say({ ...errors.notFound, way: home });
  if (error.status === 413) return say({ ...errors.tooLong, way: again });
  if (error.status < 500) return say({ ...errors.refused, way: home });
  return say({ ...errors.failed, way: again });
}

/** To be copied. */
function UnsentText({ typed, files }: Unsent) {
  const { elsewhere: words } = useTexts().errors;
  return (
    <>
      {typed === "" ? null : (
        <div>
          <h2>{words.typed}</h2>
          <p className="whitespace-pre-wrap">{typed}</p>
        </div>
      )}
      {files.length === 0 ? null : <p>{words.files(files)}</p>}
    </>
  );
}

/** A form was sent from the portal of another household: the way back to it, where what was typed waits. */
function FormElsewhere({ elsewhere }: { elsewhere: PortalFormElsewhere }) {
  const {
    chooseAgain,
    errors: { elsewhere: words, home },
    workspaces,
  } = useTexts();
  const { there, here, isAnothers, isKept, typed, files, isLate, page } = elsewhere;
  const opened = there === null ? words.openedUnknown : words.opened(there.name, there.workspaceName);
  const said = [
    isAnothers ? words.openedByOther : opened,
    !isAnothers && here !== null ? words.now(here.name) : null,
    isKept ? words.kept : null,
    there !== null && files.length > 0 ? chooseAgain(files) : null,
  ];
  const stay = <a href={areas.portal.home}>{here === null ? home : workspaces.stay(here.name)}</a>;
  return (
    <PortalShell
      title={words.title}
      subtitle={said.filter((line) => line !== null).join(" ")}
      below={isLate && here !== null ? undefined : stay}
    >
      {there === null || isAnothers ? null : <HouseholdButton household={there} next={page} />}
      <UnsentText typed={typed} files={there === null ? files : []} />
      {isLate && here !== null ? <HouseholdButton household={here} next={page} discards /> : null}
    </PortalShell>
  );
}
