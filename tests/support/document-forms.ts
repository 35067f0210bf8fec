/** The forms about documents and folders. */

import { randomUUID } from "node:crypto";
import { FormData } from "undici";
import type { AgentForm } from "./form-types.ts";
import { createFolder, uploadDocument } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);
const nothing = () => ({});

export const documentForms: readonly AgentForm[] = [
  {
    pattern: "/documents/folders/new",
    button: "Create folder",
    does: "makes",
    typed: () => ({ name: `Folder ${tag()}` }),
    open: (visitor) => visitor.open("/documents/folders/new"),
  },
  {
    pattern: "/documents/folders/:folderId/renaming",
    button: "Save changes",
    does: "changes",
    typed: () => ({ name: `Folder ${tag()}` }),
    open: (visitor, { folderId }) => visitor.open(`/documents/folders/${folderId}/renaming`),
  },
  {
    pattern: "/documents/folders/:folderId/moving",
    button: "Move",
    does: "changes",
    typed: nothing,
    open: openFolderMove,
  },
  {
    pattern: "/documents/folders/:folderId/visibility",
    button: "Show to clients",
    does: "changes",
    typed: nothing,
    open: async (visitor, { packageId }) =>
      visitor.open(`/documents/folders/${await newFolder(visitor, `?package=${packageId}`)}/visibility`),
  },
  {
    pattern: "/documents/folders/:folderId/trashing",
    button: "Delete folder",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/folders/${await newFolder(visitor)}/trashing`),
  },
  {
    pattern: "/documents/folders/:folderId/trashing/removal",
    button: "Restore",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/folders/${await trashedFolder(visitor)}/trashing/removal`),
  },
  {
    pattern: "/documents/folders/:folderId/removal",
    button: "Delete permanently",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/folders/${await trashedFolder(visitor)}/removal`),
  },
  {
    pattern: "/documents/:documentId/renaming",
    button: "Save changes",
    does: "changes",
    typed: () => ({ name: `Paper ${tag()}` }),
    open: (visitor, { documentId }) => visitor.open(`/documents/${documentId}/renaming`),
  },
  {
    pattern: "/documents/:documentId/moving",
    button: "Move",
    does: "changes",
    typed: nothing,
    open: openDocumentMove,
  },
  {
    pattern: "/documents/:documentId/visibility",
    button: "Show to clients",
    does: "changes",
    typed: nothing,
    open: async (visitor, { packageId }) =>
      visitor.open(`/documents/${await newDocument(visitor, `?package=${packageId}`)}/visibility`),
  },
  {
    pattern: "/documents/:documentId/keeping",
    button: "Keep on devices",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/${await newDocument(visitor)}/keeping`),
  },
  {
    pattern: "/documents/:documentId/trashing",
    button: "Delete document",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/${await newDocument(visitor)}/trashing`),
  },
  {
    pattern: "/documents/:documentId/trashing/removal",
    button: "Restore",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/${await trashedDocument(visitor)}/trashing/removal`),
  },
  {
    pattern: "/documents/:documentId/removal",
    button: "Delete permanently",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/documents/${await trashedDocument(visitor)}/removal`),
  },
  {
    pattern: "/documents/uploads/new",
    button: "Upload",
    does: "stores",
    typed: nothing,
    open: (visitor) => visitor.open("/documents/uploads/new"),
  },
  {
    pattern: "/documents/:documentId/replacement",
    button: "Replace",
    does: "stores",
    typed: nothing,
    open: (visitor, { documentId }) => visitor.open(`/documents/${documentId}/replacement`),
  },
  {
    pattern: "/device/shared/:uploadId",
    button: "Send",
    does: "makes",
    typed({ clientId }) {
      const name = `Client ${tag()}`;
      const holder = { holderText: name, holderChosen: `client.${clientId}`, holderFor: name };
      return { text: `Shared ${tag()}`, use: "documents", ...holder };
    },
    open(visitor) {
      const shared = new FormData();
      shared.set("title", `Title ${tag()}`);
      return visitor.send("/device/shared", shared);
    },
  },
];

/** Uploads a document by the form and gives its id. @param place the query that names where */
export const newDocument = (visitor: Visitor, place = "") =>
  uploadDocument(visitor, { name: `Paper ${tag()}.txt`, content: "A paper." }, place);
const newFolder = (visitor: Visitor, place = "") => createFolder(visitor, { name: `Folder ${tag()}` }, place);

async function trashedDocument(visitor: Visitor): Promise<string> {
  const id = await newDocument(visitor);
  await visitor.open(`/documents/${id}/trashing`);
  await visitor.submitOnly({}, { button: "Delete document" });
  return id;
}

async function trashedFolder(visitor: Visitor): Promise<string> {
  const id = await newFolder(visitor);
  await visitor.open(`/documents/folders/${id}/trashing`);
  await visitor.submitOnly({}, { button: "Delete folder" });
  return id;
}

async function openFolderMove(visitor: Visitor): Promise<Visit> {
  const target = await newFolder(visitor);
  return choose(await visitor.open(`/documents/folders/${await newFolder(visitor)}/moving`), target);
}

async function openDocumentMove(visitor: Visitor): Promise<Visit> {
  const target = await newFolder(visitor);
  return choose(await visitor.open(`/documents/${await newDocument(visitor)}/moving`), target);
}

/** The page with this folder chosen as the place to move to. */
function choose(page: Visit, folderId: string): Visit {
  for (const option of page.document.querySelectorAll("main select[name=folderId] option")) {
    if (option.getAttribute("value") === folderId) option.setAttribute("selected", "");
    else option.removeAttribute("selected");
  }
  return page;
}
