import type { Screen } from "../screen.ts";

export const opportunityScreens: readonly Screen[] = [
  {
    path: "/opportunities",
    by: "agent",
    title: "Opportunities",
    subtitle: "Track your clients' progress, rank opportunities, comment on them and manage requests",
    choices: {
      "Filter stage": [
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
      ],
    },
    placeholders: ["Filter client"],
    links: [
      ["New opportunity", "/opportunities/new"],
      ["Maya Okafor", "/opportunities/:opportunity"],
      ["Update stage", "/opportunities/:opportunity/stage?list=true"],
    ],
    columns: ["Client", "Property", "Stage", "Rank"],
    cells: [
      ["Client", "Maya Okafor"],
      ["Property", "2218 Alder Street"],
      ["Stage", "Opportunity"],
      ["Rank", "Medium"],
    ],
  },
  { path: "/opportunities?stage=closed", by: "agent", empty: "No results." },
  {
    path: "/opportunities/new/",
    by: "agent",
    title: "Open a new opportunity",
    subtitle: "An opportunity moves a client forward with one specific property, from the first look to the keys.",
    labels: ["Client", "Property (address)", "High", "Medium", "Low"],
    buttons: ["Open opportunity"],
  },
  {
    path: "/opportunities/:opportunity",
    by: "agent",
    texts: ["2218 Alder Street", "Maya Okafor", "Medium"],
    links: [["Update stage", "/opportunities/:opportunity/stage"]],
  },
  {
    path: "/opportunities/:opportunity/rank",
    by: "agent",
    labels: ["High", "Medium", "Low"],
  },
];
