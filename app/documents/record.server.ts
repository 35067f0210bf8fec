import type { RecordKind } from "../record-kind.ts";
import { apiOf } from "../session/session.server.ts";
import { documentList } from "./document-list.ts";
import { listLastTrashed } from "./items.server.ts";
import { pickableDocuments } from "./pickable-documents.server.ts";
import { trashPath } from "./place.ts";

/** What the pages about records of any kind know of documents. */
export const documentKind: RecordKind = {
  type: "document",
  nouns: { one: "document", many: "documents" },
  list: documentList,
  pick: { documents: (context) => pickableDocuments(apiOf(context)) },
  ownTrash: { path: trashPath, last: listLastTrashed },
};
