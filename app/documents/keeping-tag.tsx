import { href } from "react-router";
import { MenuLink } from "../ui/menu.tsx";
import { Tag } from "../ui/tag.tsx";

/** Says that devices keep a document's file. @param isKept null where the service does not know that */
export function KeepingTag({ isKept }: { isKept: boolean | null }) {
  return isKept === true ? <Tag>On devices</Tag> : null;
}

/** The line of a menu that leads to keeping it on devices, or to the end of that; nothing where the service does not know it. */
export function KeepingLink({ documentId, isKept }: { documentId: string; isKept: boolean | null }) {
  if (isKept === null) return null;
  return (
    <MenuLink href={href("/documents/:documentId/keeping", { documentId })}>
      {isKept ? "Don't keep on devices" : "Keep on devices"}
    </MenuLink>
  );
}

/** The page that has devices keep a document, or not. @param isKept whether they do now */
export function keepingTexts(label: string, isKept: boolean) {
  return isKept
    ? {
        title: `Don't keep ${label} on devices?`,
        subtitle: "Devices remove their copy the next time they are online. The document stays here.",
        send: "Don't keep on devices",
        toast: `${label} is no longer kept on devices.`,
      }
    : {
        title: `Keep ${label} on devices?`,
        subtitle:
          "You and every colleague who may see it can open it without a connection, on devices that keep pages. Each device keeps up to 25 MB of documents, the newest first. Clients see no difference.",
        send: "Keep on devices",
        toast: `${label} is now kept on devices.`,
      };
}
