import type { Document, Folder } from "./document.ts";

/** Who sees a folder or a document: the team alone, its client too, or whoever has a link, but not the client. */
export type Visibility = "team" | "client" | "link";

/** Null for what is the workspace's own, and where the service does not say. */
export function visibilityOf({
  packageId,
  clientId,
  isClientVisible,
  isLinkShared,
}: Pick<Document | Folder, "packageId" | "clientId" | "isClientVisible" | "isLinkShared">): Visibility | null {
  if ((packageId === null && clientId === null) || isClientVisible === null) return null;
  if (isClientVisible) return "client";
  return isLinkShared ? "link" : "team";
}

export const visibilityNames: Readonly<Record<Visibility, string>> = {
  team: "Team only",
  client: "Visible to client",
  link: "By link only",
};

interface VisibilityTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly send: string;
  readonly toast: string;
}

/** The page that shows a document to clients, or hides it from them. @param isVisible whether they see it now */
export function visibilityTexts(label: string, isVisible: boolean): VisibilityTexts {
  return isVisible
    ? {
        title: `Hide ${label} from clients?`,
        subtitle: "Clients can no longer see it. Your team still can.",
        send: "Hide from clients",
        toast: `${label} is now hidden from clients.`,
      }
    : {
        title: `Show ${label} to clients?`,
        subtitle: "The client can see it among their documents.",
        send: "Show to clients",
        toast: `${label} is now visible to clients.`,
      };
}

/** The page that shows to clients what is added to a folder, or hides it from them. @param isVisible whether they see it now */
export function folderVisibilityTexts(name: string, isVisible: boolean) {
  return isVisible
    ? {
        title: `Hide ${name} from clients?`,
        subtitle: "Files added from now on will be visible to your team only.",
        withContents: "Also hide what is inside now",
        send: "Hide from clients",
        toast: `${name} is now hidden from clients.`,
      }
    : {
        title: `Show ${name} to clients?`,
        subtitle: "Clients will see files added from now on among their documents.",
        withContents: "Also show what is inside now",
        send: "Show to clients",
        toast: `${name} is now visible to clients.`,
      };
}
