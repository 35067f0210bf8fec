import type { Screen } from "../screen.ts";

/** What concerns the whole workspace: the bar above every page, the dashboard, the log, the search, the settings. */
export const workspaceScreens: readonly Screen[] = [
  {
    path: "/messages/:client",
    by: "agent",
    title: "Maya Okafor",
    texts: ["maya@client.example", "(206) 555-0144"],
    placeholders: ["Enter message"],
    buttons: ["Send message"],
  },
  {
    path: "/dashboard",
    by: "agent",
    title: "Welcome, Ada!",
    headings: ["Workspaces", "Property requests", "Needs attention"],
    tiles: ["Open deals", "Clients"],
    lists: { "Property requests": ["2218 Alder Street · Maya"] },
    bar: ["Ada Byron"],
    initials: ["AB"],
    links: [
      ["Dashboard", "/dashboard"],
      ["Opportunities", "/packages"],
      ["Pipeline", "/opportunities"],
      ["Clients", "/clients"],
      ["Documents", "/documents"],
      ["Manage workspace", "/settings/general"],
      ["Create workspace", "/workspace/join"],
    ],
  },
  {
    path: "/activity",
    by: "agent",
    title: "Activity",
    texts: ["Deal opened"],
    labels: ["From", "Until"],
  },
  {
    path: "/search?q=maya",
    by: "agent",
    title: "Search",
    headings: ["Clients"],
    texts: ["Maya Okafor"],
    placeholders: ["Search everything"],
    buttons: ["Search"],
  },
  { path: "/search?q=nobody-is-called-this", by: "agent", texts: ["No results."] },
  {
    path: "/settings/",
    by: "agent",
    title: "Settings",
    links: [
      ["Settings", "/dashboard"],
      ["General", "/settings/general"],
    ],
  },
  {
    path: "/settings/general",
    by: "agent",
    title: "Workspace",
    labels: ["Name", "Workspace url"],
    prefixes: [":host/"],
    buttons: ["Update workspace"],
  },
  {
    path: "/workspace/join",
    by: "agent",
    title: "Create a new workspace",
    labels: ["Workspace name", "Workspace url"],
    prefixes: [":host/"],
    buttons: ["Create workspace"],
  },
];
