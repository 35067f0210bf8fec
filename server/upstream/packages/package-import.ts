/** The resource `package_import`: a file of properties, looked over, then imported. */
import { sql } from "drizzle-orm";
import { defineTable } from "../engine/table.ts";
import { defineImportSource, importAttributes } from "../imports/import-resource.ts";
import { mayOn } from "../permissions.ts";
import { packageImports, packages } from "../tables.ts";
import { visibleImports } from "../visibility.ts";

const table = packageImports;

export const packageImport = defineTable({
  type: "package_import",
  path: "/package_imports",
  table,
  history: { topic: "packages", labels: { completed: "Properties imported" } },
  attributes: importAttributes(table, {
    link: "package_id",
    facts: {},
    ofEntry: sql`json_build_object('id', null, 'name', entry->>'street', 'details', entry)`,
    there: sql`select ${packages.id}, ${packages.street} as name, null as details from ${packages}
      where ${packages.id} = any (${table.created}) order by ${packages.number} limit 50`,
  }),
  scope: visibleImports(table),
  can: (currentUser, { state, account_id: accountId }) =>
    state === "checked" && mayOn(currentUser, "records.import", accountId) ? ["update", "complete"] : [],
});

/** The resource `package_import_source`. */
export const packageImportSource = defineImportSource(table, "package_import_source");
