/** The resource `document`: a named file, in a folder or none. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { oneOf, trueOrFalse } from "../engine/filters.ts";
import { computed, integer, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts } from "../search/typed-words.ts";
import { documents, documentVersions, folders } from "../tables.ts";
import { ofVisibleOpportunity, visibleDocuments } from "../visibility.ts";
import { folder } from "./folder.ts";
import { folderKinds } from "./package-folders.ts";
import { holderFilter, placementActions, placementAttributes, placementFilters } from "./placement.ts";
import { isSharedByLink } from "./shared-by-link.ts";
import { documentVersion } from "./versions.ts";

const table = documents;

export const document = defineTable({
  type: "document",
  path: "/documents",
  table,
  history: {
    topic: "documents",
    labels: {
      added: "Document added",
      updated: "Document changed",
      replaced: "Document replaced",
      trashed: "Document moved to the trash",
      brought_back: "Document restored",
      purged: "Document permanently deleted",
    },
    holders: { client: table.clientId, package: table.packageId },
    summary: ["label"],
  },
  attributes: {
    label: text(table.label),
    folder_id: uuid(table.folderId),
    file_id: uuid(table.fileId),
    version_number: integer(table.versionNumber),
    mime: text(table.mime),
    kind: text(table.kind),
    size: computed(sql`${table.size}`, z.int()),
    is_client_visible: computed(sql`${table.isClientVisible}`, z.boolean()),
    /** Whether devices that keep pages keep its file as well. */
    is_kept_on_devices: computed(sql`${table.isKeptOnDevices}`, z.boolean()),
    /** Whether a share link shows it. */
    is_link_shared: computed(isSharedByLink(table.packageId, table.folderId), z.boolean()),
    /** A picture that lost its end. */
    is_cut_off: computed(sql`${table.isCutOff}`, z.boolean()),
    ...placementAttributes(table),
  },
  relationships: {
    folder: {
      to: "one",
      resource: () => folder,
      on: sql`${folders.id} = ${table.folderId}`,
      // A page would compute them for each document.
      without: ["documents_count", "size"],
    },
    versions: {
      to: "many",
      resource: () => documentVersion,
      on: sql`${documentVersions.documentId} = ${table.id}`,
      order: sql`${documentVersions.number} desc`,
    },
  },
  scope: visibleDocuments,
  can: (currentUser, attributes) => placementActions(currentUser, attributes),
});

/** Documents in a standard folder of a property, whose id the page does not know. */
const inFolderOfKind = (kind: string) =>
  sql`${table.folderId} in (select f.id from upstream.folders f where f.package_id = ${table.packageId} and f.kind = ${kind})`;

const search = listSearch((words) => hasParts(table.searchText, words));

export const documentList: ListRules = {
  sorts: {
    label: { column: table.labelKey, as: "text" },
    inserted_at: { column: table.insertedAt, as: "moment" },
    updated_at: { column: table.updatedAt, as: "moment" },
    size: { column: table.size, as: "number" },
    kind: { column: table.kind, as: "text" },
  },
  defaultSort: "-inserted_at",
  filters: {
    ...placementFilters(table),
    folder_id: holderFilter(table.folderId),
    folder_kind: oneOf(folderKinds, inFolderOfKind),
    opportunity_id: ofVisibleOpportunity,
    is_kept_on_devices: trueOrFalse((isKept) =>
      isKept ? sql`${table.isKeptOnDevices}` : sql`not ${table.isKeptOnDevices}`,
    ),
    search: search.filter,
  },
  similar: search.similar,
  defaultFilters: { trashed: "false" },
  plannedByValue: ["search", "opportunity_id", "is_kept_on_devices"],
};
