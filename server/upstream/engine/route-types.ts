import type { Route } from "./action.ts";
import type { RecordType } from "./record.ts";

/** The types that a route can answer: its own, and what can be included with it. */
export function typesOf({ answers, resource }: Pick<Route, "answers" | "resource">): RecordType[] {
  const included = Object.values(resource?.relationships ?? {}).map((relationship) => relationship.resource().of);
  return answers.of ? [answers.of, ...included] : included;
}
