import { FormRefusal, typedMoment } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms, WriteTerms } from "../json-api/record.ts";
import { changeRecord } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { minutesOf, showingAttributes, type TypedShowing } from "./showing.ts";

/** The calls about showings: the only file that names their JSON:API type. */

const showing = resource("showing", showingAttributes);
export type FoundShowing = RecordOf<typeof showing>;

/** The latest hundred showings of an opportunity, latest first. */
export async function listShowings(api: Api, opportunityId: string): Promise<readonly FoundShowing[]> {
  const query = {
    "filter[opportunity_id]": opportunityId,
    sort: "-starts_at",
    "page[limit]": 100,
    "page[count]": false,
  };
  return (await api.list("/showings", showing, { query })).items;
}

/** @throws ApiError "missing" */
export function findShowing(api: Api, id: string): Promise<FoundShowing> {
  return api.find(path`/showings/${id}`, showing);
}

/** @param timeZone the clock that the time was typed by. @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function requestShowing(
  api: Api,
  opportunityId: string,
  typed: TypedShowing,
  { key, timeZone }: { readonly key: string; readonly timeZone: string },
): Promise<void> {
  const given = { opportunityId, ...givenOf(typed, timeZone) };
  await api.create("/showings", showing, given, { key });
}

/** @throws ApiError "stale" when it was changed since, "invalid" with fields, "forbidden", "missing" */
export async function updateShowing(
  api: Api,
  id: string,
  typed: TypedShowing,
  { timeZone, ...terms }: ChangeTerms & { readonly timeZone: string },
): Promise<void> {
  await changeRecord(api, path`/showings/${id}`, showing, id, givenOf(typed, timeZone), terms);
}

/** @throws ApiError "stale" when it was changed since, "forbidden", "missing" */
export async function confirmShowing(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.act(path`/showings/${id}/confirmation`, showing, {}, terms);
}

/** @throws ApiError "stale" when it was changed since, "forbidden", "missing" */
export async function cancelShowing(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.act(path`/showings/${id}/cancellation`, showing, {}, terms);
}

/** @throws FormRefusal for a time that was typed by another clock, or that the clock leaves out */
function givenOf(typed: TypedShowing, timeZone: string) {
  if (typed.timeZone !== undefined && typed.timeZone !== timeZone) {
    const zone = timeZone.replaceAll("_", " ");
    const text = `The property's time zone was changed to ${zone}. Check the time by that clock and submit the form again.`;
    throw new FormRefusal({ text, status: 409 });
  }
  return {
    startsAt: typedMoment("startsAt", typed.startsAt, timeZone),
    durationMinutes: minutesOf(typed),
    note: typed.note,
  };
}
