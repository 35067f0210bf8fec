/** What the rules for fetching pages ahead of a click leave out. */
import { Hono } from "hono";
import { z } from "zod";
import { rulesPath } from "#app/entry/speculation.ts";
import type { WebTypes } from "#server/web/layer.ts";
import { openAhead } from "#server/web/opened-ahead.ts";

const where = z.object({
  and: z.tuple([z.object({}), z.object({ not: z.object({ href_matches: z.array(z.string()) }) }), z.object({})]),
});
const rules = z.object({ prefetch: z.tuple([z.object({ where, eagerness: z.literal("moderate") })]) });

/** Gives whether the rules, as a browser gets them, except a path. @throws when they are not as browsers read them */
export async function readAheadExceptions(): Promise<(path: string) => boolean> {
  const response = await new Hono<WebTypes>().use(openAhead()).request(rulesPath);
  if (response.headers.get("content-type") !== "application/speculationrules+json")
    throw new Error("Browsers do not take the rules for such.");
  const [rule] = rules.parse(await response.json()).prefetch;
  const patterns = rule.where.and[1].not.href_matches.map((pattern) => new URLPattern(pattern, "http://localhost"));
  return (path) => patterns.some((pattern) => pattern.test(path, "http://localhost"));
}
