import { href, type RouterContextProvider } from "react-router";
import { buttonFields } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import type { ToastUndo } from "../session/store.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { sayTidied } from "./tidying.ts";

/** What a toast about a move has beside its text: its way back, where the service offers one. */
export function withUndo(moved: FoundOpportunity | null): { readonly undo?: ToastUndo } {
  const undo = moved === null ? null : undoOfMove(moved);
  return undo === null ? {} : { undo };
}

/** What a toast about the time after closing has beside its text. @param tidied the deal after it was done */
export function withTidyingUndo(tidied: FoundOpportunity | null): { readonly undo?: ToastUndo } {
  const undo = tidied === null ? null : undoOfTidying(tidied);
  return undo === null ? {} : { undo };
}

/** Something on an opportunity's page that one button takes back. */
interface OfferedUndo extends ToastUndo {
  readonly of: "move" | "tidying";
  /** What was done, in sentences; empty where it is the move. */
  readonly done: string;
}

/** What an opportunity's page offers to take back: what was done after closing, and its latest move. */
export function offeredUndos(context: Readonly<RouterContextProvider>, found: FoundOpportunity): OfferedUndo[] {
  const button = (undo: ToastUndo): ToastUndo => ({ ...undo, fields: { ...undo.fields, ...buttonFields(context) } });
  const { afterClosing } = found;
  const ofTidying = undoOfTidying(found);
  const ofMove = undoOfMove(found);
  return [
    ...(ofTidying === null || afterClosing === null
      ? []
      : [{ of: "tidying" as const, done: sayTidied(afterClosing), ...button(ofTidying) }]),
    ...(ofMove === null ? [] : [{ of: "move" as const, done: "", ...button(ofMove) }]),
  ];
}

function undoOfMove(found: FoundOpportunity): ToastUndo | null {
  if (found.undo === null || !allows(found, "move")) return null;
  const action = href("/opportunities/:opportunityId/undoing", { opportunityId: found.id });
  return { action, fields: { move: found.undo.moveId } };
}

function undoOfTidying(found: FoundOpportunity): ToastUndo | null {
  const { afterClosing } = found;
  if (afterClosing === null || afterClosing.isUndone || !allows(found, "move")) return null;
  const action = href("/opportunities/:opportunityId/after-closing/undoing", { opportunityId: found.id });
  return { action, fields: { afterClosing: afterClosing.id } };
}
