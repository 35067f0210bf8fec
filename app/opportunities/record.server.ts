import { type RecordKind, selectableOf } from "../record-kind.ts";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { exportPath, opportunityList } from "./opportunity-list.ts";

/** What the pages about records of any kind know of opportunities. */
export const opportunityKind: RecordKind = {
  type: "opportunity",
  nouns: { one: "opportunity", many: "opportunities" },
  list: opportunityList,
  selectable: selectableOf(opportunityList, { path: exportPath, permission: "opportunities.export" }),
  trash: {
    async load(context, id) {
      const found = await loadOpportunityFor("update", context, id);
      const { client, street } = shownItem(found);
      return { name: `${client}, ${street}`, etag: found.etag };
    },
    goesAlong: "Showings, offers, comments and tasks of this opportunity go along.",
    pathOf: opportunityPath,
    list: opportunitiesPath,
  },
};
