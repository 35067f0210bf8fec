import { href } from "react-router";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/post-form.tsx";

/** The ways on for someone who is shut out of the workspace that they are in: their other workspaces, and signing out. */
export function ShutOut({ others }: { others: readonly { readonly id: string; readonly name: string }[] }) {
  return (
    <div className="actions">
      {others.map(({ id, name }) => (
        <PostForm key={id} action={href("/workspace/switch")}>
          <input type="hidden" name="workspace" value={id} />
          <SubmitButton look="plain">Switch to {name}</SubmitButton>
        </PostForm>
      ))}
      <PostForm action={href("/sign-out")}>
        <SubmitButton look="quiet">Sign out</SubmitButton>
      </PostForm>
    </div>
  );
}
