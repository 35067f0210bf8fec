import { href } from "react-router";
import { type RecordKind, selectableOf } from "../record-kind.ts";
import { packagePath, packagesPath } from "../record-paths.ts";
import { apiOf } from "../session/session.server.ts";
import { loadPackageFor } from "./load-package.server.ts";
import { packageList } from "./package-list.ts";
import { pickablePackages } from "./pickable-packages.server.ts";

/** What the pages about records of any kind know of properties. */
export const packageKind: RecordKind = {
  type: "package",
  nouns: { one: "property", many: "properties" },
  list: packageList,
  selectable: selectableOf(packageList, { path: href("/packages/export.csv"), permission: "packages.export" }),
  pick: { properties: (context, pictureOf) => pickablePackages(apiOf(context), pictureOf) },
  trash: {
    async load(context, id) {
      const { street, etag } = await loadPackageFor("archive", context, id);
      return { name: street, etag };
    },
    goesAlong: "Opportunities, documents and tasks of this property go along, and its links close.",
    pathOf: packagePath,
    list: packagesPath,
  },
};
