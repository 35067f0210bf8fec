import { href } from "react-router";
import * as z from "zod/mini";
import type { PermissionRefusal } from "../ui/error-view.tsx";

/** Clients, properties and opportunities in the trash. */

export const trashedAttributes = {
  kind: z.string(),
  name: z.string(),
  trashedByName: z.nullable(z.string()),
  trashedAt: z.string(),
  trashEndsAt: z.string(),
};

/** What someone is told who may not do something to a record in the trash. */
export function trashRefusal(action: "restore" | "purge"): PermissionRefusal {
  const back = { label: "Back to the trash", href: href("/trash") };
  if (action === "purge")
    return { refused: "You don't have permission to delete this permanently.", who: "Owners and admins can.", back };
  const who = "Owners, admins and managers can, and so can the person it is assigned to.";
  return { refused: "You don't have permission to restore this.", who, back };
}
