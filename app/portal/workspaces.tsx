import { href, redirect } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { areas } from "../session/area.ts";
import { readNextPath, withNext } from "../session/next-path.ts";
import { currentUserOf, notFound, switchWorkspace } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/workspaces";

/** Several workspaces invited this person: here they choose between them. Idempotent, so the forms have no key. */

export async function loader({ context, url }: Route.LoaderArgs) {
  const { workspaces } = currentUserOf(context);
  const next = url.searchParams.get("next");
  return { workspaces: workspaces.map(({ id, name, initials }) => ({ id, name, initials })), next };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const chosen = (await readFormData(request, context)).get("workspace");
  const found = currentUserOf(context).workspaces.find(({ id }) => id === chosen);
  if (found === undefined) throw notFound();
  await switchWorkspace(context, found.id);
  return redirect(readNextPath(url.searchParams.get("next"), areas.portal), 303);
}

export default function PortalWorkspaces({ loaderData: { workspaces: invited, next } }: Route.ComponentProps) {
  const { workspaces } = useTexts();
  return (
    <PortalShell title={workspaces.title} subtitle={workspaces.subtitle}>
      {invited.map(({ id, name }) => (
        <PostForm key={id} action={withNext(href("/client-portal/workspaces"), next)}>
          <input type="hidden" name="workspace" value={id} />
          <SubmitButton look="plain">{name}</SubmitButton>
        </PostForm>
      ))}
    </PortalShell>
  );
}
