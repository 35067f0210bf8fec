/** The resource `share_link`: a package shown outside of the workspace, to everyone who has the link. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { computed, integer, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { shareLinkFolders, shareLinks } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

const table = shareLinks;

export const shareLink = defineTable({
  type: "share_link",
  path: "/share_links",
  table,
  history: {
    topic: "sharing",
    labels: {
      created: "Link created",
      updated: "Link changed",
      revoked: "Link revoked",
      mailed: "Property shared with the client",
      opened: "Shared property opened",
    },
    holders: { client: table.clientId, package: table.packageId },
    contact: { mailed: true, opened: true },
    summary: ["label"],
  },
  attributes: {
    package_id: uuid(table.packageId),
    client_id: uuid(table.clientId),
    client_name: computed(
      sql`(select c.name from upstream.clients c where c.id = ${table.clientId})`,
      z.string().nullable(),
    ),
    label: text(table.label),
    folder_ids: computed(
      sql`(select coalesce(json_agg(s.folder_id order by s.folder_id), '[]') from ${shareLinkFolders} s
        where s.share_link_id = ${table.id})`,
      z.array(z.uuid()),
    ),
    includes_unfiled: computed(sql`${table.includesUnfiled}`, z.boolean()),
    includes_released: computed(sql`${table.includesReleased}`, z.boolean()),
    allows_download: computed(sql`${table.allowsDownload}`, z.boolean()),
    has_passcode: computed(sql`${table.passcodeHash} is not null`, z.boolean()),
    expires_at: moment(table.expiresAt),
    revoked_at: moment(table.revokedAt),
    fetched_count: integer(table.fetchedCount),
    opened_count: integer(table.openedCount),
    last_opened_at: moment(table.lastOpenedAt),
    actor_name: computed(nameOf(table.accountId), z.string().nullable()),
    // The secret part of its URL: only in the answer that creates the link.
    url_token: computed(sql`null`, z.string().nullable()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
  can(currentUser, { revoked_at: revoked }) {
    // Who reaches only their own sees only their own, so whatever exists for them is theirs.
    if (!mayAny(currentUser, "records.share")) return [];
    return revoked === null ? ["update", "revoke"] : ["revoke"];
  },
});

/** How links are listed. */
export const shareLinkList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
  },
};
