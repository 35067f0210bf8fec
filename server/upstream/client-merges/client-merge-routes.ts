import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { createRoute, findRoute, listRoute, removeRoute } from "../engine/table-routes.ts";
import { mayAny } from "../permissions.ts";
import { belongingsRoute } from "./belongings.ts";
import { choices } from "./chosen-fields.ts";
import { clientMerge, clientMergeList } from "./client-merge.ts";
import { mergeClients } from "./merging.ts";
import { undoMerge } from "./undoing.ts";

const creation = z.object({ clientId: z.uuid(), otherId: z.uuid(), ...choices });

export const clientMergeRoutes: readonly Route[] = [
  belongingsRoute,
  listRoute(clientMerge, clientMergeList, "Clients that were merged into others, newest first"),
  findRoute(clientMerge, "A client that was merged into another, by its former id"),
  createRoute(clientMerge, {
    summary: "Merge a client into another one that is the same",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: mergeClients,
  }),
  removeRoute(clientMerge, { summary: "Undo a merge of clients, within 10 minutes", needs: "undo", run: undoMerge }),
];
