/** The forms about saved views of lists. */
import { randomUUID } from "node:crypto";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import type { Visitor } from "./visitor.ts";

const name = () => ({ name: `Silent buyers ${randomUUID().slice(0, 8)}` });
/** What the list says that is saved. */
const query = "?quiet=14&q=Ballard&list=clients";

export const viewForms: readonly AgentForm[] = [
  {
    pattern: "/views/new",
    query,
    button: "Save view",
    does: "makes",
    typed: name,
    open: (visitor) => visitor.open(`/views/new${query}`),
  },
  {
    pattern: "/views/:savedViewId/edit",
    button: "Save changes",
    does: "changes",
    typed: name,
    open: (visitor, { savedViewId }: SeededAgent) => visitor.open(`/views/${savedViewId}/edit`),
  },
  {
    pattern: "/views/:savedViewId/filters",
    query: "?quiet=30",
    button: "Update view",
    does: "changes",
    typed: () => ({}),
    // A view of its own: one that keeps this already would not be changed.
    open: async (visitor) => visitor.open(`/views/${await addView(visitor, name())}/filters?quiet=30`),
  },
  {
    pattern: "/views/:savedViewId/removal",
    button: "Delete view",
    does: "changes",
    typed: () => ({}),
    open: async (visitor) => visitor.open(`/views/${await addView(visitor, name())}/removal`),
  },
];

/** Saves a view of the list of clients by the form and gives its id. @param typed its name, and "scope" for one that everyone sees */
export async function addView(visitor: Visitor, typed: Readonly<Record<string, string>>): Promise<string> {
  await visitor.open(`/views/new${query}`);
  await visitor.submitOnly(typed, { button: "Save view" });
  await visitor.open(`/views/new${query}`);
  const update = visitor.page.document.querySelector(`a[aria-label="Update ${typed.name}"]`)?.getAttribute("href");
  const [, id] = /^\/views\/([0-9a-f-]{36})\//.exec(update ?? "") ?? [];
  if (id === undefined) throw new Error(`No view was saved: ${visitor.page.text.slice(0, 300)}`);
  return id;
}
