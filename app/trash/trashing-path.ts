import { href } from "react-router";
import type { ToastUndo } from "../session/store.ts";

/** The page that asks whether a record goes to the trash. @param kind as the service calls it */
export function trashingPath(kind: "client" | "package" | "opportunity", id: string): string {
  return `${href("/trash/new")}?about=${kind}.${encodeURIComponent(id)}`;
}

/** What takes back that a record went to the trash. @param list that it was in, where one stays */
export function trashingUndo(id: string, list: string): ToastUndo {
  return { action: restorationPath(id), fields: { back: list } };
}

/** Where a record in the trash is restored. */
export function restorationPath(id: string): string {
  return `${href("/trash/restoration")}?record=${encodeURIComponent(id)}`;
}
