import type { Attributes } from "../engine/table.ts";

/** What an agent has to know before looking at properties makes sense. */
const essentials = ["budget", "min_beds", "min_baths", "preferred_areas"];

/** Whether a buyer profile says the essentials. @param attributes in wire spelling */
export function isComplete(attributes: Attributes): boolean {
  return essentials.every((name) => {
    const value = attributes[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
  });
}
