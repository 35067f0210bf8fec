import { href } from "react-router";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { Household } from "../../session/current-user.ts";
import { withNext } from "../../session/next-path.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/post-form.tsx";

type HouseholdButtonProps = {
  household: Household;
  /** The page that is open afterwards; null: the first one. */
  next: string | null;
  /** Whether it is one of several to choose from. */
  isChoice?: boolean;
  /** Whether it is the one that is open, and what waits to be sent is forgotten, as nobody can send it. */
  discards?: boolean;
};

/** In the button's form where it has forgotten what waits. */
export const discardField = "discard";

/** Opens the portal of a household in place of the one that is open, and accepts an invitation to it. */
export function HouseholdButton({ household, next, isChoice = false, discards = false }: HouseholdButtonProps) {
  const { workspaces } = useTexts();
  const { clientId, name, workspaceName, isAccepted } = household;
  const open = isChoice ? workspaces.open : workspaces.switchTo;
  return (
    <PostForm action={withNext(href("/client-portal/workspaces"), next)}>
      <input type="hidden" name="household" value={clientId} />
      {discards ? <input type="hidden" name={discardField} value="on" /> : null}
      <SubmitButton look={isChoice ? "plain" : "go"}>
        {discards ? workspaces.stay(name) : (isAccepted ? open : workspaces.accept)(name, workspaceName)}
      </SubmitButton>
    </PostForm>
  );
}
