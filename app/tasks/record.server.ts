import { type RecordKind, selectableOf } from "../record-kind.ts";
import { apiOf } from "../session/session.server.ts";
import { pickableAbout, pickableHolders } from "./about.server.ts";
import { taskList } from "./task-list.ts";

/** What the pages about records of any kind know of tasks. */
export const taskKind: RecordKind = {
  type: "task",
  nouns: { one: "task", many: "tasks" },
  list: taskList,
  selectable: selectableOf(taskList, null),
  pick: {
    subjects: (context, pictureOf) => pickableAbout(apiOf(context), pictureOf),
    holders: (context, pictureOf) => pickableHolders(apiOf(context), pictureOf),
  },
};
