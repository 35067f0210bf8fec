export interface Shortcut {
  /** Ways to press it; keys of one way are pressed one after the other. */
  readonly ways: readonly (readonly string[])[];
  readonly does: string;
}

/** Where "G" and one more letter lead. */
export const goTo: Readonly<Record<string, { readonly title: string; readonly href: string }>> = {
  d: { title: "Dashboard", href: "/dashboard" },
  o: { title: "Opportunities", href: "/packages/" },
  p: { title: "Pipeline", href: "/opportunities/" },
  c: { title: "Clients", href: "/clients/" },
  f: { title: "Documents", href: "/documents" },
  m: { title: "Messages", href: "/messages/" },
  a: { title: "Calendar", href: "/calendar" },
  t: { title: "Tasks", href: "/tasks/" },
};

export const shortcuts: readonly Shortcut[] = [
  { ways: [["/"], ["Ctrl K"], ["⌘ K"]], does: "Search everything, or choose an action" },
  { ways: [["?"]], does: "Show these shortcuts" },
  { ways: [["Esc"]], does: "Close a menu or a dialog" },
  ...Object.entries(goTo).map(([letter, { title }]) => ({
    ways: [["G", letter.toUpperCase()]],
    does: `Go to ${title}`,
  })),
];
