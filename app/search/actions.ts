import { href } from "react-router";

/** What the search offers before anything is typed: pages where something begins, or where one often goes. */
export interface SearchAction {
  readonly title: string;
  readonly href: string;
}

/** The actions that the current user may use. @param can whether they have a permission */
export function actionsFor(can: (permission: string) => boolean): SearchAction[] {
  const begun: readonly (readonly [permission: string, title: string, href: string])[] = [
    ["clients.create", "New client", href("/clients/new")],
    ["packages.create", "New property", href("/packages/new")],
    ["opportunities.create", "New deal", href("/opportunities/new")],
    ["tasks.create", "New task", href("/tasks/new")],
    ["messages.send", "New message", href("/messages/new")],
    ["clients.import", "Import clients", href("/clients/imports/new")],
    ["packages.create", "Import properties", href("/packages/imports/new")],
  ];
  return [
    ...begun.flatMap(([permission, title, href]) => (can(permission) ? [{ title, href }] : [])),
    { title: "Account settings", href: href("/settings/account") },
    { title: "Keyboard shortcuts", href: href("/shortcuts") },
  ];
}
