import { href } from "react-router";
import { settingsContext } from "../session/context.ts";
import { currentUserOf } from "../session/session.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/left";

export async function loader({ context }: Route.LoaderArgs) {
  const { workspaces } = currentUserOf(context);
  const { registration, supportEmail } = context.get(settingsContext);
  return {
    workspaces: workspaces.map(({ id, name }) => ({ id, name })),
    whomToAsk: registration === "open" ? null : supportEmail,
  };
}

export default function Left({ loaderData: { workspaces, whomToAsk } }: Route.ComponentProps) {
  return (
    <AuthShell
      title="You no longer have access to this workspace"
      subtitle={
        workspaces.length === 0
          ? "You left it, or an administrator removed you. You have no other workspace."
          : "You left it, or an administrator removed you. Your other workspaces are open to you."
      }
    >
      <div className="grid gap-2">
        {workspaces.map(({ id, name }) => (
          <PostForm key={id} action={href("/workspace/switch")} reload>
            <input type="hidden" name="workspace" value={id} />
            <SubmitButton look="go">{`Open ${name}`}</SubmitButton>
          </PostForm>
        ))}
        {workspaces.length === 0 && whomToAsk !== null ? (
          <p>Ask a colleague to invite you to theirs, or {whomToAsk}.</p>
        ) : workspaces.length === 0 ? (
          <LinkButton href={href("/workspace/join")} look="go">
            Create a workspace
          </LinkButton>
        ) : null}
        <PostForm action={href("/sign-out")} reload>
          <SubmitButton look="quiet">Sign out</SubmitButton>
        </PostForm>
      </div>
    </AuthShell>
  );
}
