import type { Screen } from "../screen.ts";

export const documentScreens: readonly Screen[] = [
  {
    path: "/documents",
    by: "agent",
    title: "Document center",
    subtitle: "Create and upload folders and files",
    crumbs: ["Documents"],
    lists: { Folders: ["Disclosures 2020", "1 document · 8 B"] },
    links: [
      ["New folder", "/documents/folders/new"],
      ["New file", "/documents/uploads/new"],
    ],
  },
  {
    path: "/documents/folders/:folder",
    by: "agent",
    title: "Disclosures 2020",
    crumbs: ["Documents", "Disclosures 2020"],
    lists: { Documents: ["Disclosure.txt", "Text · 8 B"] },
  },
  { path: "/documents?q=nothing-is-called-this", by: "agent", texts: ["No results."] },
  { path: "/documents/:document/summary", by: "agent", title: "AI Summary", buttons: ["Summarize"] },
];
