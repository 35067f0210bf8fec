import type { Screen } from "../screen.ts";

/** Forms that are taken, and what the next page says about it. They come last, since they add to what lists show. */
export const successes: readonly Screen[] = [
  {
    path: "/clients/new",
    by: "agent",
    sent: { button: "Create client", values: { name: "Lena Moss", email: "lena@client.example" } },
    title: "Clients",
    // "Invite to the client portal" is ticked at first.
    toast: "Client created: Lena Moss.",
    cells: [["Client", "Lena Moss"]],
  },
  {
    path: "/settings/general",
    by: "agent",
    sent: { button: "Update workspace", values: { name: "Byron Homes" } },
    title: "Workspace",
    toast: "Workspace updated.",
  },
  {
    path: "/packages/new",
    by: "agent",
    sent: { button: "Create property", values: { street: "17 Elm Street" } },
    title: "17 Elm Street",
    toast: "Property created: 17 Elm Street.",
  },
  {
    path: "/opportunities/new/",
    by: "agent",
    sent: { button: "Open opportunity", values: { client: "Maya Okafor", property: "40 Birch Road", rank: "High" } },
    toast: "Opportunity opened.",
    texts: ["40 Birch Road", "High"],
  },
  {
    path: "/documents/folders/new",
    by: "agent",
    sent: { button: "Create folder", values: { name: "Misc" } },
    title: "Misc",
    toast: "Folder created: Misc.",
  },
  {
    path: "/documents/uploads/new",
    by: "agent",
    sent: { button: "Upload", files: [new File(["A picture."], "Class.txt", { type: "text/plain" })] },
    toast: "Class.txt uploaded.",
  },
];
