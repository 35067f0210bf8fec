import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";

type MemberRemovalLinkProps = {
  id: string;
  name: string;
  role: string | null;
  isOneself: boolean;
  /** Whose access the current user may end. */
  canEnd: "everybody's" | "one's own" | "nobody's";
};

/** The way to end a member's access, or to leave; nothing for the owner, for colleagues of those who manage no members, and where the service ends no access. */
export function MemberRemovalLink({ id, name, role, isOneself, canEnd }: MemberRemovalLinkProps) {
  if (role === "owner" || canEnd === "nobody's" || (!isOneself && canEnd === "one's own")) return null;
  return (
    <LinkButton
      href={href("/settings/members/:memberId/removal", { memberId: id })}
      look="quiet"
      aria-label={isOneself ? "Leave this workspace" : `Remove access: ${name}`}
    >
      {isOneself ? "Leave" : "Remove access"}
    </LinkButton>
  );
}
