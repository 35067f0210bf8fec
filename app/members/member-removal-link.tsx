import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";

type MemberRemovalLinkProps = {
  id: string;
  name: string;
  role: string | null;
  isOneself: boolean;
  /** Whether the current user manages members. */
  canManage: boolean;
};

/** The way to end a member's access, or to leave; nothing for the owner, and for colleagues of those who manage no members. */
export function MemberRemovalLink({ id, name, role, isOneself, canManage }: MemberRemovalLinkProps) {
  if (role === "owner" || (!isOneself && !canManage)) return null;
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
