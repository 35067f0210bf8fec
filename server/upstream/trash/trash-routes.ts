import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import { createRoute, findRoute, listRoute, removeRoute } from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { trashedKinds } from "../tables.ts";
import { purge } from "./purging.ts";
import { trashedRecord, trashedRecordList } from "./trashed-record.ts";
import { restore, trash } from "./trashing.ts";

export const trashRoutes: readonly Route[] = [
  listRoute(trashedRecord, trashedRecordList, "Clients, properties and opportunities in the trash, newest first"),
  findRoute(trashedRecord, "A record in the trash"),
  createRoute(trashedRecord, {
    summary: "Move a client, property or opportunity to the trash",
    input: z.object({ kind: z.enum(trashedKinds), recordId: z.uuid() }),
    may: (currentUser) => mayAny(currentUser, "records.archive"),
    run: trash,
  }),
  action({
    method: "POST",
    path: "/trashed_records/:id/restoration",
    summary: "Restore a record from the trash with everything that went along",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id, afterCommit, now }) {
      const record = await requireRecord({ database, currentUser }, trashedRecord, id(), "restore", { isLocked: true });
      await restore({ database, currentUser, record, attributes: {}, afterCommit, now });
      return nothing;
    },
  }),
  removeRoute(trashedRecord, { summary: "Delete a record in the trash permanently", needs: "purge", run: purge }),
];
