import { href } from "react-router";

/** What a new workspace begins with. */
export interface FirstStep {
  /** As the service names it. */
  readonly key: string;
  readonly label: string;
  readonly text: string;
  /** The ways to do it, the usual one first. */
  readonly ways: readonly { readonly label: string; readonly href: string }[];
}

export const samplesRemovalPath = href("/dashboard/samples/removal");
export const samplesBack = { label: "Dashboard", href: href("/dashboard") };

/** In the order in which they are shown. */
export const firstSteps: readonly FirstStep[] = [
  {
    key: "clients",
    label: "Add your clients",
    text: "One by one, or all at once from a spreadsheet.",
    ways: [
      { label: "New client", href: href("/clients/new") },
      { label: "Import", href: href("/clients/imports/new") },
    ],
  },
  {
    key: "packages",
    label: "Add a property",
    text: "Its address will do. Documents, findings and costs can follow.",
    ways: [{ label: "New property", href: href("/packages/new") }],
  },
  {
    key: "team",
    label: "Invite your team",
    text: "Each gets a link by email, and the role that you choose.",
    ways: [{ label: "Invite", href: href("/settings/members/invitations/new") }],
  },
  {
    key: "public_page",
    label: "Logo and public page",
    text: "What clients see first: your logo, and an introduction.",
    ways: [
      { label: "Logo", href: href("/settings/logo") },
      { label: "Public page", href: href("/settings/portal") },
    ],
  },
  {
    key: "share",
    label: "Share a property",
    text: "Open a property and choose Share: the client sees it in the portal.",
    ways: [{ label: "Properties", href: href("/packages") }],
  },
];
