import { mostChosen, mostPackages, sharePackagesPath, shareWithPath } from "../action-paths.ts";

/** Sharing what was chosen on a list: several clients get one property, or one client gets several properties. */
const shared = {
  client: {
    of: "clients",
    label: "Share a property",
    most: mostChosen,
    tooMany: `To share a property with clients, choose up to ${mostChosen} of them.`,
    permission: "share properties with clients",
    hint: "Choose the property. On the next page you check who gets it, the documents and the note.",
    /** Of what is chosen on the page, and in its address. */
    search: { name: "property", label: "Search properties", newest: "Newest properties", found: "Properties found" },
    none: "There are no properties yet.",
    noMatch: "No property matches. Check the spelling.",
    chooseFirst: `Choose 1 to ${mostChosen} clients first.`,
    chooseFewer: `A property can be shared with up to ${mostChosen} at once.`,
    again: "Choose clients",
    titleFor: (those: string) => `Share a property with ${those}`,
    pathOf: shareWithPath,
  },
  package: {
    of: "packages",
    label: "Share with a client",
    most: mostPackages,
    tooMany: `To share properties with a client, choose up to ${mostPackages} of them.`,
    permission: "share properties with clients",
    hint: "Choose the client. On the next page you check what they see of each property, and the note.",
    search: { name: "client", label: "Search clients", newest: "Clients", found: "Clients found" },
    none: "There are no clients yet.",
    noMatch: "No client matches. Check the spelling.",
    chooseFirst: `Choose 1 to ${mostPackages} properties first.`,
    chooseFewer: `Up to ${mostPackages} can be shared with a client at once.`,
    again: "Choose properties",
    titleFor: (those: string) => `Share ${those} with a client`,
    pathOf: sharePackagesPath,
  },
} as const;

/** What is said where these records are shared; null for records that are not. */
export function sharedWords(kind: string) {
  return kind === "client" || kind === "package" ? shared[kind] : null;
}
