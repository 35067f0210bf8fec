import { href, redirect } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { areas } from "../session/area.ts";
import type { Household } from "../session/current-user.ts";
import { householdNamedIn, readNextPath } from "../session/next-path.ts";
import { discardParkedForm } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf, identityApiOf, load, notFound, switchHousehold } from "../session/session.server.ts";
import { acceptHousehold } from "../sign-in/portal-identity.server.ts";
import type { Route } from "./+types/workspaces";
import { discardField, HouseholdButton } from "./parts/household-button.tsx";

/**
 * Whoever takes part in the portals of several clients, of one agency or of several, chooses here, and accepts invitations. A link to
 * a page of another client's portal is asked about here. Idempotent, so the forms have no key, and belong to no portal.
 */

export async function loader({ context, url }: Route.LoaderArgs) {
  const { households, portal } = currentUserOf(context);
  const next = url.searchParams.get("next");
  const named = householdNamedIn(next);
  const isOpen = ({ clientId }: Household) => clientId === portal?.clientId;
  const here = households.find(isOpen) ?? null;
  const asked = households.find((household) => household.clientId === named && !isOpen(household)) ?? null;
  // Whoever has lost them all is told so there.
  if (households.length === 0) throw redirect(areas.portal.home);
  return { households: households.map((household) => withAgent(household, households)), here, asked, next };
}

/** Of two that are called the same at one agency each says its agent. */
function withAgent(household: Household, all: readonly Household[]): Household {
  const { name, workspaceId, agentName } = household;
  const isTwofold = all.filter((other) => other.name === name && other.workspaceId === workspaceId).length > 1;
  return isTwofold ? { ...household, name: `${name} (${agentName})` } : household;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readFormData(request, context);
  const { households, person } = currentUserOf(context);
  const found = households.find(({ clientId }) => clientId === form.get("household"));
  if (found === undefined) throw notFound();
  if (form.has(discardField)) await discardParkedForm(context.get(requestSessionContext), person.id);
  if (!found.isAccepted) await load(acceptHousehold(identityApiOf(context), found.clientId));
  await switchHousehold(context, found);
  return redirect(readNextPath(url.searchParams.get("next"), areas.portal), 303);
}

export default function PortalWorkspaces({ loaderData }: Route.ComponentProps) {
  const { workspaces } = useTexts();
  const { households, here, asked, next } = loaderData;
  if (asked !== null) {
    const openNow = here === null ? undefined : workspaces.openNow(here.name);
    return (
      <PortalShell
        title={workspaces.asked(asked.name)}
        subtitle={asked.isAccepted ? openNow : workspaces.invited}
        below={
          here === null ? (
            <a href={href("/client-portal/workspaces")}>{workspaces.all}</a>
          ) : (
            <a href={areas.portal.home}>{workspaces.stay(here.name)}</a>
          )
        }
      >
        <HouseholdButton household={asked} next={next} />
      </PortalShell>
    );
  }
  const choices = households.filter(({ isAccepted }) => isAccepted);
  const invitations = households.filter(({ isAccepted }) => !isAccepted);
  return (
    <PortalShell title={workspaces.title} subtitle={workspaces.subtitle}>
      {choices.map((household) => (
        <HouseholdButton key={household.clientId} household={household} next={next} isChoice />
      ))}
      {invitations.length === 0 ? null : (
        <section className="stack">
          <h2>{workspaces.invitations}</h2>
          {invitations.map((household) => (
            <HouseholdButton key={household.clientId} household={household} next={next} isChoice />
          ))}
        </section>
      )}
    </PortalShell>
  );
}
