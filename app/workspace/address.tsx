import { href, redirect } from "react-router";
import { currentUserOf, identityApiOf, load, notFound } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/address";
import type { Workspace } from "./workspace.ts";
import { findWorkspaceByHandle } from "./workspaces.server.ts";

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
          isCurrent
            ? "You're working in this workspace."
            : "You're a member of this workspace, but working in another one right now."
        }
      />
      <PostForm action={href("/workspace/switch")}>
        <input type="hidden" name="workspace" value={workspace.id} />
        <SubmitButton>Open dashboard</SubmitButton>
      </PostForm>
    </Page>
  );
}
