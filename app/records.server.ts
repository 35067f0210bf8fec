import type { MiddlewareFunction } from "react-router";
import { activityList } from "./activity/activity-list.ts";
import { calendarList } from "./calendar/calendar-state.ts";
import { clientKind } from "./clients/record.server.ts";
import { documentKind } from "./documents/record.server.ts";
import { findingKind } from "./inspections/record.server.ts";
import { memberKind } from "./members/record.server.ts";
import { opportunityKind } from "./opportunities/record.server.ts";
import { packageKind } from "./packages/record.server.ts";
import { type RecordKind, recordKindsContext } from "./record-kind.ts";
import { taskKind } from "./tasks/record.server.ts";

/** Every kind of record, for the pages that are about records of any kind: pickers, saved views, changes of several, the trash. */
const recordKinds: readonly RecordKind[] = [
  clientKind,
  packageKind,
  opportunityKind,
  taskKind,
  documentKind,
  findingKind,
  memberKind,
  { type: "activity", nouns: { one: "event", many: "events" }, list: activityList },
  { type: "calendar_entry", nouns: { one: "date", many: "dates" }, list: calendarList },
];

/** Root middleware: hands the kinds of records to the rooms that they share, which import none of them. */
export const registerRecords: MiddlewareFunction<Response> = ({ context }) => {
  context.set(recordKindsContext, recordKinds);
};
