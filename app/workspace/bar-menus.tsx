import { href } from "react-router";
import type { Membership } from "../session/current-user.ts";
import { pageModes } from "../session/page-modes.ts";
import { MenuButton, MenuHead, MenuHint, MenuLine, MenuLink } from "../ui/menu.tsx";
import { PostForm } from "../ui/post-form.tsx";

type WorkspaceSwitcherProps = {
  workspaces: readonly Membership[];
  current: string | null;
  /** Whether the current user may see the activity of the current one. */
  hasLog: boolean;
  /** Whether they may invite colleagues to it. */
  canInvite: boolean;
  /** Whether they may create a workspace. */
  canCreate: boolean;
};

/** The menu of the workspace's name: switch, manage, create. */
export function WorkspaceSwitcher({ workspaces, current, hasLog, canInvite, canCreate }: WorkspaceSwitcherProps) {
  return (
    <>
      <MenuHead>Workspaces</MenuHead>
      {workspaces.map((workspace) => (
        <PostForm key={workspace.id} action={href("/workspace/switch")}>
          <input type="hidden" name="workspace" value={workspace.id} />
          <MenuButton current={workspace.id === current}>{workspace.name}</MenuButton>
        </PostForm>
      ))}
      <MenuLine />
      {hasLog && current !== null ? <MenuLink href={href("/activity")}>Activity</MenuLink> : null}
      {canInvite && current !== null ? <MenuLink href={href("/settings/members")}>Invite team members</MenuLink> : null}
      {current === null ? null : <MenuLink href={href("/settings/general")}>Manage workspace</MenuLink>}
      {canCreate ? <MenuLink href={href("/workspace/join")}>Create workspace</MenuLink> : null}
    </>
  );
}

type AccountMenuProps = {
  email: string;
  /** The page mode that the person chose; null: by their connection. */
  mode: "lite" | "full" | null;
};

/** The menu of the person's name. */
export function AccountMenu({ email, mode }: AccountMenuProps) {
  return (
    <>
      <MenuHead>{email}</MenuHead>
      <MenuLink href={href("/settings/account")}>Your account</MenuLink>
      <MenuLink href={href("/account/photo")}>Your photo</MenuLink>
      <MenuLink href={href("/account/password")}>Change password</MenuLink>
      <MenuLink href={href("/shortcuts")}>Keyboard shortcuts</MenuLink>
      <MenuLine />
      <MenuHead>Page mode</MenuHead>
      <MenuHint>Automatic adapts to your connection. Light loads less.</MenuHint>
      {pageModes.map(({ value, label }) => (
        <PostForm key={value} action={href("/scripts")} reload>
          <input type="hidden" name="mode" value={value} />
          <MenuButton current={value === (mode ?? "auto")}>{label}</MenuButton>
        </PostForm>
      ))}
      <MenuLine />
      <PostForm action={href("/sign-out")} reload>
        <MenuButton>Sign out</MenuButton>
      </PostForm>
    </>
  );
}
