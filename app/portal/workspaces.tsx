import { href, redirect } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { areas } from "../session/area.ts";
import { currentUserOf, notFound, switchWorkspace } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/workspaces";

/** Several workspaces invited this person: here they choose between them. Idempotent, so the forms have no key. */

export async function loader({ context }: Route.LoaderArgs) {
  const { workspaces } = currentUserOf(context);
  return { workspaces: workspaces.map(({ id, name, initials }) => ({ id, name, initials })) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const chosen = (await readFormData(request, context)).get("workspace");
  const found = currentUserOf(context).workspaces.find(({ id }) => id === chosen);
  if (found === undefined) throw notFound();
  await switchWorkspace(context, found.id);
  return redirect(areas.portal.home, 303);
}

export default function PortalWorkspaces({ loaderData: { workspaces: invited } }: Route.ComponentProps) {
  const { workspaces } = useTexts();
  return (
    <PortalShell title={workspaces.title} subtitle={workspaces.subtitle}>
      {invited.map(({ id, name }) => (
        <PostForm key={id} action={href("/client-portal/workspaces")}>
          <input type="hidden" name="workspace" value={id} />
          <SubmitButton look="plain">{name}</SubmitButton>
        </PostForm>
      ))}
    </PortalShell>
  );
}
