import { href } from "react-router";
import * as z from "zod/mini";
import { choice, requiredText } from "../ui/form-values.ts";

/** A list's search, filters and sort under a name. */

const scopes = ["personal", "workspace"] as const;

/** What a service says about a saved view beside its id. */
export const savedViewAttributes = {
  name: z.string(),
  list: z.string(),
  scope: z.enum(scopes),
  /** Query parameters of the list's address. */
  parameters: z.record(z.string(), z.string()),
};

/** What is typed about a view. */
export const savedViewForm = z.object({
  name: requiredText("Name must be at least 1 character.", 60),
  scope: choice(scopes, "Choose who sees the view."),
});
export type TypedView = z.output<typeof savedViewForm>;

/** The pages about one view. @param query of the list, with its "?" */
export function viewPaths(savedViewId: string, query = "") {
  return {
    edit: href("/views/:savedViewId/edit", { savedViewId }),
    replace: href("/views/:savedViewId/filters", { savedViewId }) + query,
    remove: href("/views/:savedViewId/removal", { savedViewId }),
  };
}
