import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { overviewAttributes } from "./overview.ts";

/** The calls about the address of a person's calendar: the only file that names their JSON:API types. */

const calendar = resource("portal_calendar", {
  insertedAt: z.nullable(z.string()),
  token: z.optional(z.nullable(z.string())),
});
const feed = resource("portal_calendar_feed", {
  workspaceName: z.nullable(z.string()),
  language: z.nullable(z.enum(["en", "es"])),
  dates: overviewAttributes.dates,
});

/** Since when there is an address; null without one. @throws ApiError "missing" where the service has no such calls */
export async function findCalendar(api: Api): Promise<string | null> {
  return (await api.find("/portal/calendar", calendar, { failure: "Failed to fetch the calendar" })).insertedAt;
}

/** Makes an address; the one before ends. Without a key: a service keeps its answers to those, and this one is a secret. @returns its token, told once */
export async function renewCalendar(api: Api): Promise<string> {
  const failure = "Failed to make the address";
  const made = required(await api.act("/portal/calendar", calendar, {}, { failure }), failure);
  return required(made.token ?? null, failure);
}

/** Ends the address; again is a no-op. */
export async function endCalendar(api: Api, key: string): Promise<void> {
  await api.remove("/portal/calendar", { key, failure: "Failed to end the address" });
}

/** The dates of whoever has an address. @throws ApiError "missing" for one that is nobody's */
export function findFeed(api: Api, token: string): Promise<RecordOf<typeof feed>> {
  return api.find(path`/portal/calendars/${token}`, feed, { failure: "Failed to fetch the dates" });
}
