import type { Screen } from "../screen.ts";

/** As in "Mon, Jan 1, 2024, 3:00 PM UTC". */
const wholeMoment = /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M [A-Z]{2,4}$/;

export const clientScreens: readonly Screen[] = [
  {
    path: "/clients/?q=maya",
    by: "agent",
    title: "Clients",
    subtitle: "What clients are about",
    texts: ["Showing 1 to 1 of 1 results"],
    labels: ["Search clients"],
    placeholders: ["Search clients"],
    choices: {
      "Sort by activity": [
        ["Newest", ""],
        ["Recently updated", "last_updated"],
        ["Oldest", "open"],
      ],
    },
    buttons: ["Previous", "Next"],
    links: [
      ["Maya Okafor", "/clients/:client"],
      ["Call", "tel:+12065550144"],
      ["Message", "/messages/:client"],
    ],
    columns: ["Client", "Phone", "Last activity", "Preferred areas"],
    cells: [
      ["Client", "maya@client.example"],
      ["Phone", "(206) 555-0144"],
      ["Preferred areas", "Ballard"],
      ["Preferred areas", "Fremont"],
    ],
    initials: ["MO"],
  },
  { path: "/clients/", by: "agent", links: [["Invite client", "/clients/new?invite"]] },
  {
    path: "/clients/?q=street.example",
    by: "agent",
    texts: ["Showing 1 to 15 of 16 results"],
    buttons: ["Previous"],
  },
  {
    path: "/clients/?q=street.example",
    by: "agent",
    follow: "Next",
    texts: ["Showing 16 to 16 of 16 results"],
    buttons: ["Next"],
  },
  { path: "/clients/?q=nobody-is-called-this", by: "agent", empty: "No results." },
  {
    path: "/clients/new",
    by: "agent",
    title: "Create a new client",
    labels: ["Name", "Email", "Phone number"],
    buttons: ["Create client"],
    // Where the dialog's closing leads too.
    links: [["Cancel", "/clients/"]],
  },
  {
    path: "/clients/:client",
    by: "agent",
    title: "Maya Okafor",
    subtitle: "maya@client.example · (206) 555-0144",
    texts: ["Client since "],
    initials: ["MO"],
    headings: ["Buyer profile"],
    facts: [
      ["Budget", "CAD 850,000"],
      ["Beds & Baths", "3+ / 2.5+"],
      ["House types", "Townhouse"],
      ["Min. Lot Size", "4,000 sqft"],
      ["Min. Garages", "1"],
      ["Preferred Areas", "Ballard, Fremont"],
      ["Buyer notes", "A quiet street."],
    ],
    columns: ["Property"],
    cells: [
      ["Property", "2218 Alder Street"],
      ["Property", "Seattle, WA 98117"],
    ],
    links: [
      ["Opportunities", "/clients/:client"],
      ["Documents", "/clients/:client/documents"],
      ["Activity", "/clients/:client/activity"],
      ["Edit info", "/clients/:client/edit"],
    ],
  },
  {
    path: "/clients/:other",
    by: "agent",
    title: "Pip Adair",
    initials: ["PA"],
    facts: [
      ["Budget", "N/A"],
      ["Beds & Baths", "N/A"],
      ["Min. Lot Size", "N/A"],
      ["Min. Garages", "N/A"],
      ["Preferred Areas", "N/A"],
      ["Buyer notes", "N/A"],
    ],
    absent: ["House types"],
  },
  { path: "/clients/:client/documents", by: "agent", texts: ["No documents yet."] },
  {
    path: "/clients/:client/activity",
    by: "agent",
    texts: ["Client created", "Buyer profile completed", "Deal opened"],
    moments: wholeMoment,
  },
];
