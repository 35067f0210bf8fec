import { href, type RouterContextProvider } from "react-router";
import { buttonFields } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import type { ToastUndo } from "../session/store.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** What a toast about a move has beside its text: its way back, where the service offers one. */
export function withUndo(moved: FoundOpportunity | null): { readonly undo?: ToastUndo } {
  const undo = moved === null ? null : undoOf(moved);
  return undo === null ? {} : { undo };
}

/** The button on an opportunity's page that takes back its latest move; null where that is too late or not allowed. */
export function undoButton(context: Readonly<RouterContextProvider>, found: FoundOpportunity): ToastUndo | null {
  const undo = undoOf(found);
  return undo === null ? null : { ...undo, fields: { ...undo.fields, ...buttonFields(context) } };
}

function undoOf(found: FoundOpportunity): ToastUndo | null {
  if (found.undo === null || !allows(found, "move")) return null;
  const action = href("/opportunities/:opportunityId/undoing", { opportunityId: found.id });
  return { action, fields: { move: found.undo.moveId } };
}
