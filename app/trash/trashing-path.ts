import { href } from "react-router";

/** The page that asks whether a record goes to the trash. @param kind as the service calls it */
export function trashingPath(kind: "client" | "package" | "opportunity", id: string): string {
  return `${href("/trash/new")}?about=${kind}.${encodeURIComponent(id)}`;
}

/** Where a record in the trash is restored. */
export function restorationPath(id: string): string {
  return `${href("/trash/restoration")}?record=${encodeURIComponent(id)}`;
}
