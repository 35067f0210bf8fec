/**
 * The specification's literals, each with the page where a person reads it.
 * A text stands in the page's text; the other kinds stand in the attribute or element they are named for.
 */
export interface Screen {
  /** The page's path; `:client`, `:package`, `:document` and `:opportunity` are those of the visitor's workspace. */
  path: string;
  /** Who looks at it. */
  by: "anyone" | "agent";
  texts?: readonly string[];
  labels?: readonly string[];
  placeholders?: readonly string[];
  buttons?: readonly string[];
  /** Text and path of links. */
  links?: readonly (readonly [text: string, path: string])[];
  /** Label and value of options. */
  options?: readonly (readonly [label: string, value: string])[];
  columns?: readonly string[];
}

export const screens: readonly Screen[] = [
  {
    path: "/login/",
    by: "anyone",
    texts: ["Login to your account"],
    labels: ["Email", "Password"],
    buttons: ["Login"],
  },
  {
    path: "/register/account",
    by: "anyone",
    texts: ["Create a new account", "Already have an account?"],
    labels: ["Name", "Email", "Phone number"],
    buttons: ["Next"],
    links: [["Login", "/login/"]],
  },
  { path: "/signed-out", by: "anyone", texts: ["You are signed out"] },
  {
    path: "/dashboard",
    by: "agent",
    texts: ["Welcome", "Open deals", "Clients", "Property requests", "Needs attention", "Workspaces"],
    links: [
      ["Dashboard", "/dashboard"],
      ["Opportunities", "/packages"],
      ["Clients", "/clients"],
      ["Documents", "/documents"],
      ["Manage workspace", "/settings/general"],
      ["Create workspace", "/workspace/join"],
    ],
  },
  {
    path: "/activity",
    by: "agent",
    texts: ["Activity", "Deal opened"],
    labels: ["From", "Until"],
    options: [["Opportunities", "opportunities"]],
  },
  {
    path: "/search?q=maya",
    by: "agent",
    texts: ["Search", "Clients", "Maya Okafor"],
    placeholders: ["Search everything"],
    buttons: ["Search"],
  },
  {
    path: "/clients/",
    by: "agent",
    texts: ["Clients", "What clients are about", "Showing 1 to 1 of 1 results"],
    placeholders: ["Search clients"],
    options: [
      ["Newest", ""],
      ["Recently updated", "last_updated"],
      ["Oldest", "open"],
    ],
    links: [["Invite client", "/clients/new"]],
    columns: ["Client", "Phone", "Last activity", "Preferred areas"],
  },
  { path: "/clients/?q=nobody-is-called-this", by: "agent", texts: ["No results."] },
  {
    path: "/clients/new",
    by: "agent",
    texts: ["Create a new client"],
    labels: ["Name", "Email", "Phone number"],
    buttons: ["Create client"],
  },
  {
    path: "/clients/:client",
    by: "agent",
    texts: [
      "Opportunities",
      "Buyer profile",
      "Budget",
      "Beds & Baths",
      "Min. Lot Size",
      "Min. Garages",
      "Preferred Areas",
      "Buyer notes",
      "N/A",
    ],
    links: [
      ["Opportunities", "/clients/:client"],
      ["Documents", "/clients/:client/documents"],
      ["Activity", "/clients/:client/activity"],
      ["Edit info", "/clients/:client/edit"],
    ],
  },
  { path: "/clients/:client/documents", by: "agent", texts: ["Documents"] },
  { path: "/clients/:client/activity", by: "agent", texts: ["Activity", "Client created"] },
  {
    path: "/packages/",
    by: "agent",
    texts: ["Opportunities", "Create property packages to share with clients", "Showing 1 to 1 of 1 results", "#1"],
    placeholders: ["Search opportunities"],
    options: [
      ["Choose stage", ""],
      ["All", "all"],
      ["In 1 week", "1w"],
      ["In 2 weeks", "2w"],
      ["In 1 month", "1m"],
      ["In 3 months", "3m"],
      ["Choose client", ""],
      ["Maya Okafor", ":client"],
    ],
    links: [["New opportunity", "/packages/new"]],
    columns: [
      "Rank",
      "Property",
      "Client",
      "Beds",
      "Baths",
      "Sqft",
      "Schools",
      "Area",
      "List price",
      "Comp. value",
      "Offers due",
    ],
  },
  { path: "/packages/?q=nothing-is-called-this", by: "agent", texts: ["No results."] },
  {
    path: "/packages/:package",
    by: "agent",
    texts: [
      "Manage property",
      "3 Bd, 2.5 Ba, 1,840 Sqft",
      "Seattle, WA 98117",
      "Inspection reports",
      "Buyers guide",
      "Report.txt",
      "Text · 8 B",
    ],
    links: [
      ["Upload file", "/documents/uploads/new?package=:package"],
      ["Download", "/documents/bundle?package=:package"],
      ["AI Summary", "/documents/:document/summary"],
      ["Rename", "/documents/:document/renaming"],
      ["Replace", "/documents/:document/replacement"],
      ["Download", "/documents/:document/content?download=true"],
      ["Delete", "/documents/:document/trashing"],
      ["Properties", "/packages/"],
      ["Documents", "/packages/:package"],
      ["Inspection reports", "/packages/:package/inspections"],
      ["Edit info", "/packages/:package/edit"],
      ["Estimated costs", "/packages/:package/costs"],
      ["Share property", "/packages/:package/shares/clients"],
      ["Share", "/packages/:package/shares"],
    ],
  },
  { path: "/packages/:package/costs", by: "agent", texts: ["Estimated costs"] },
  {
    path: "/packages/:package/inspections",
    by: "agent",
    texts: ["Manage property", "Inspection reports"],
    links: [
      ["Documents", "/packages/:package"],
      ["Analyze new report", "/packages/:package/inspections/reports/new"],
    ],
  },
  { path: "/documents/:document/summary", by: "agent", texts: ["AI Summary"], buttons: ["Summarize"] },
  {
    path: "/packages/new",
    by: "agent",
    texts: ["New opportunity"],
    labels: ["Address", "Client"],
    buttons: ["Create package"],
  },
  {
    path: "/documents",
    by: "agent",
    texts: ["Document center", "Create and upload folders and files", "Disclosures 2020", "1 document · 8 B"],
    links: [
      ["New folder", "/documents/folders/new"],
      ["New file", "/documents/uploads/new"],
    ],
  },
  { path: "/documents?q=nothing-is-called-this", by: "agent", texts: ["No results."] },
  {
    path: "/opportunities",
    by: "agent",
    texts: [
      "Opportunities",
      "Track your clients' progress, rank opportunities, comment on them and manage requests",
      "Maya Okafor",
      "2218 Alder Street",
      "Medium",
    ],
    options: [
      ["Filter stage", ""],
      ["All", "all"],
      ["Opportunity", "open"],
      ["Showing scheduled", "showing_scheduled"],
      ["Showing complete", "showing_complete"],
      ["Offer suggested", "offer_suggeted"],
      ["Offer accepted", "offer_accepted"],
      ["Offer sent", "offer_sent"],
      ["Offer declined", "offer_declined"],
      ["Inspections underway", "inspections_underway"],
      ["Filter client", ""],
      ["Maya Okafor", ":client"],
    ],
    links: [
      ["New opportunity", "/opportunities/new"],
      ["Update stage", "/opportunities/:opportunity/stage"],
    ],
    columns: ["Client", "Property", "Stage", "Rank"],
  },
  { path: "/opportunities?stage=closed", by: "agent", texts: ["No results."] },
  {
    path: "/opportunities/new/",
    by: "agent",
    texts: ["Open a new opportunity", "An opportunity moves a client forward with one specific property"],
    labels: ["Client", "Property (address)"],
    buttons: ["Open opportunity"],
  },
  {
    path: "/opportunities/:opportunity",
    by: "agent",
    texts: ["2218 Alder Street", "Maya Okafor", "Opportunity", "Medium"],
    links: [["Update stage", "/opportunities/:opportunity/stage"]],
  },
  {
    path: "/settings/",
    by: "agent",
    texts: ["Settings"],
    links: [
      ["Settings", "/dashboard"],
      ["General", "/settings/general"],
    ],
  },
  {
    path: "/settings/general",
    by: "agent",
    texts: ["Workspace"],
    labels: ["Name", "Workspace url"],
    buttons: ["Update workspace"],
  },
  {
    path: "/workspace/join",
    by: "agent",
    texts: ["Create a new workspace"],
    labels: ["Workspace name", "Workspace url"],
    buttons: ["Create workspace"],
  },
  { path: "/no-such-page/at-all", by: "agent", texts: ["Not Found"] },
  { path: "/no-such-page/at-all", by: "anyone", texts: ["Not Found"] },
];
