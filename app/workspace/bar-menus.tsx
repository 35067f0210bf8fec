import type { Membership } from "../session/current-user.ts";
import { MenuButton, MenuHead, MenuLine, MenuLink } from "../ui/menu.tsx";
import { PostForm } from "../ui/post-form.tsx";

type WorkspaceSwitcherProps = {
  workspaces: readonly Membership[];
  current: string | null;
  /** Whether the log of the present one is open to the current user. */
  hasLog: boolean;
};

/** The menu behind the workspace's name: the others, and what can be done about workspaces. */
export function WorkspaceSwitcher({ workspaces, current, hasLog }: WorkspaceSwitcherProps) {
  return (
    <>
      <MenuHead>Workspaces</MenuHead>
      {workspaces.map((workspace) => (
        <PostForm key={workspace.id} action="/workspace/switch">
          <input type="hidden" name="workspace" value={workspace.id} />
          <MenuButton current={workspace.id === current}>{workspace.name}</MenuButton>
        </PostForm>
      ))}
      <MenuLine />
      {hasLog && current !== null ? <MenuLink href="/activity">Activity</MenuLink> : null}
      {current === null ? null : <MenuLink href="/settings/general">Manage workspace</MenuLink>}
      <MenuLink href="/workspace/join">Create workspace</MenuLink>
    </>
  );
}

type AccountMenuProps = {
  email: string;
  /** Whether pages are kept light or full by hand; null: Latchkey decides by the connection. */
  pin: "lite" | "full" | null;
};

/** The menu behind the person's name. */
export function AccountMenu({ email, pin }: AccountMenuProps) {
  return (
    <>
      <MenuHead>{email}</MenuHead>
      <MenuLink href="/account/password">Change password</MenuLink>
      <MenuLine />
      <MenuHead>Pages</MenuHead>
      {modes.map(({ value, label }) => (
        <PostForm key={value} action="/scripts" reload>
          <input type="hidden" name="mode" value={value} />
          <MenuButton current={value === (pin ?? "auto")}>{label}</MenuButton>
        </PostForm>
      ))}
      <MenuLine />
      <PostForm action="/sign-out" reload>
        <MenuButton>Sign out</MenuButton>
      </PostForm>
    </>
  );
}

const modes = [
  { value: "auto", label: "By connection" },
  { value: "lite", label: "Lite" },
  { value: "full", label: "Full" },
] as const;
