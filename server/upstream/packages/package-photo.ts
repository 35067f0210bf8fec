import { sql } from "drizzle-orm";
import { z } from "zod";
import { idFilter } from "../engine/filters.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { packagePhotos, packages } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

const table = packagePhotos;

export const packagePhoto = defineTable({
  type: "package_photo",
  path: "/package_photos",
  table,
  history: {
    topic: "packages",
    labels: {
      added: "Photo added",
      updated: "Photo changed",
      removed: "Photo removed",
    },
    holders: { package: table.packageId },
    summary: ["caption"],
  },
  attributes: {
    package_id: uuid(table.packageId),
    position: integer(table.position),
    caption: text(table.caption),
    url: text(table.url),
    /** It lost its end. */
    is_cut_off: computed(sql`${table.isCutOff}`, z.boolean()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
  whole: { table: packages, id: table.packageId },
  // Members who see their own records alone see no others' photos.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update", "remove"]),
});

/** A package's relationship `photos` is in its own order. */
export const packagePhotoList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { package_id: idFilter(table.packageId) },
};
