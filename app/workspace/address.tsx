import { redirect } from "react-router";
import { currentUserOf, identityApiOf, load, notFound } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/address";
import type { Workspace } from "./workspace.ts";
import { findWorkspaceByHandle } from "./workspaces.server.ts";

/** A workspace's own address, for those who work in it: the door to it, which a former address leads to for 90 days. */

const handlePattern = /^[a-z0-9][a-z0-9-]{0,62}$/i;

export async function loader({ params, context }: Route.LoaderArgs) {
  const workspace = await findByAddress(context, params.handle);
  if (workspace.handle !== params.handle) throw redirect(`/${workspace.handle}`, 302);
  return { workspace, isCurrent: currentUserOf(context).workspace?.id === workspace.id };
}

function findByAddress(context: Route.LoaderArgs["context"], handle: string): Promise<Workspace> {
  if (!handlePattern.test(handle)) throw notFound();
  return load(findWorkspaceByHandle(identityApiOf(context), handle.toLowerCase()));
}

export default function Address({ loaderData }: Route.ComponentProps) {
  const { workspace, isCurrent } = loaderData;
  return (
    <Page narrow>
      <PageHead
        title={workspace.name}
        subtitle={
          isCurrent ? "You are working in this workspace." : "You belong to this workspace and work in another one now."
        }
      />
      <PostForm action="/workspace/switch">
        <input type="hidden" name="workspace" value={workspace.id} />
        <SubmitButton>Open its dashboard</SubmitButton>
      </PostForm>
    </Page>
  );
}
