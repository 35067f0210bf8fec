import { FormRefusal, typedMoment } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { changeRecord } from "../json-api/record-calls.ts";
import type { Rank } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import type { TypedTerms } from "./deal-terms.ts";
import { chosenShowing, type TypedMove } from "./move-form.ts";
import { findActive } from "./opportunities.server.ts";
import type { NewOpportunity } from "./opportunity.ts";
import { type FoundOpportunity, opportunityResource } from "./opportunity-resources.server.ts";
import type { Tidying } from "./tidying.ts";

/** The calls that write opportunities. */

/**
 * @returns null where the service opened it without saying more
 * @throws ApiError "conflict" when the pair has one under way, "invalid" with the form's fields, "forbidden"
 */
export function openOpportunity(api: Api, wanted: NewOpportunity, key: string): Promise<FoundOpportunity | null> {
  return mapFieldErrors(typedFor, () => api.create("/opportunities", opportunityResource, { ...wanted }, { key }));
}

/** The fields of the form in which people type what the service has under these names. */
const typedFor = { clientId: "client", packageId: "property", street: "property" };

/** @throws ApiError "stale", "invalid", "forbidden", "missing" */
export async function updateRank(api: Api, id: string, rank: Rank, terms: ChangeTerms): Promise<void> {
  await changeRecord(api, path`/opportunities/${id}`, opportunityResource, id, { rank }, terms);
}

/**
 * Changes price and days; times are by the clock of the property.
 * @throws ApiError "stale", "conflict" when the offer was answered meanwhile, "invalid" with fields, "forbidden", "missing"
 */
export async function changeTerms(
  api: Api,
  id: string,
  { offerExpiresAt, ...rest }: TypedTerms,
  { timeZone, ...terms }: ChangeTerms & { readonly timeZone: string },
): Promise<void> {
  const given = {
    ...rest,
    ...(offerExpiresAt !== undefined && {
      offerExpiresAt: offerExpiresAt === null ? null : typedMoment("offerExpiresAt", offerExpiresAt, timeZone),
    }),
  };
  await changeRecord(api, path`/opportunities/${id}`, opportunityResource, id, given, terms, fieldsOfTerms);
}

/** The fields of the form in which people type what the service has under these names. */
const fieldsOfTerms = {
  price: "offerPrice.amount",
  offerPrice: ["offerPrice.amount", "offerPrice.currency"],
  acceptedPrice: ["acceptedPrice.amount", "acceptedPrice.currency"],
  expiresAt: "offerExpiresAt",
  closedOn: "closingOn",
};

/**
 * Moves an opportunity; times are by the clock of the property.
 * @returns it as it is now; null where the service moved it without saying more
 * @throws ApiError "stale" when somebody moved it meanwhile, "conflict", "invalid" with fields, "forbidden", "missing"
 */
export async function moveOpportunity(
  api: Api,
  id: string,
  typed: TypedMove,
  { key, timeZone }: { readonly key: string; readonly timeZone: string },
): Promise<FoundOpportunity | null> {
  const {
    showingId: _chosen,
    againstAnswer: _meant,
    heldAt,
    heldAtShown: _shown,
    showingAt,
    showingOutcome,
    expiresAt,
    dealPrice,
    reason,
    ...rest
  } = typed;
  const moment = (field: string, local: string | null | undefined) =>
    local == null ? null : typedMoment(field, local, timeZone);
  const given = {
    ...rest,
    price: dealPrice ?? null,
    showingId: chosenShowing(typed),
    showingAt: moment("showingAt", showingAt),
    ...(showingOutcome ? { showingOutcome } : {}),
    ...heldIn(typed, moment("heldAt", heldAt)),
    expiresAt: moment("expiresAt", expiresAt),
    reason: reason === "" || reason === undefined ? null : reason,
  };
  try {
    return await mapFieldErrors(fieldOfMove, () =>
      api.create(path`/opportunities/${id}/moves`, opportunityResource, given, { key }),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause.code !== "stage_changed") throw error;
    throw new ApiError(error.message, "stale", error.cause);
  }
}

/** When a showing took place. What the form held at first is a guess of one that was held early, and else as it was agreed on. */
function heldIn({ showingOutcome = "", heldAt, heldAtShown }: TypedMove, moment: string | null) {
  const isEarly = showingOutcome === "held";
  if (moment === null || (!isEarly && showingOutcome !== "")) return {};
  const isAsShown = heldAt === heldAtShown;
  if (!isEarly) return isAsShown ? {} : { heldAt: moment };
  return { heldAt: moment, heldAtGuessed: isAsShown };
}

/** The fields of the form in which people type what the service has under these names. */
const fieldOfMove = { price: "dealPrice.amount", showingId: "showingAt" };

/** Takes a move back. @throws ApiError "conflict" when it is too late, "forbidden", "missing" */
export async function undoMove(api: Api, id: string, moveId: string, key: string): Promise<void> {
  await api.create(path`/opportunities/${id}/undoing`, opportunityResource, { moveId }, { key });
}

/**
 * Does what a closed deal leaves to do, all of it or nothing.
 * @returns the deal as it is now; null where the service did it without saying more
 * @throws ApiError "invalid" with fields, "conflict", "forbidden", "missing"
 */
export function tidyUp(api: Api, id: string, typed: Tidying, key: string): Promise<FoundOpportunity | null> {
  const { tasks: taskIds, deals: opportunityIds, nextStep: title = null, nextStepDueOn: dueOn = null } = typed;
  const input = { taskIds, opportunityIds, nextStep: title === null ? null : { title, dueOn } };
  return mapFieldErrors(fieldOfTidying, () =>
    api.act(path`/opportunities/${id}/after_closing`, opportunityResource, input, { key }),
  );
}

/**
 * Takes back as one what was done after closing.
 * @returns the deal as it is now; null where the service did it without saying more
 * @throws ApiError "conflict" when it is too late, "forbidden", "missing"
 */
export function undoTidying(
  api: Api,
  id: string,
  afterClosingId: string,
  key: string,
): Promise<FoundOpportunity | null> {
  const undoing = path`/opportunities/${id}/after_closing/undoing`;
  return api.act(undoing, opportunityResource, { afterClosingId }, { key });
}

/** The fields of the form in which people type what the service has under these names. */
const fieldOfTidying = {
  taskIds: "tasks",
  opportunityIds: "deals",
  title: "nextStep",
  dueOn: "nextStepDueOn",
};

/** Whether a write was refused because of what is there already. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "conflict";
}

/** Whether a move was refused because it does not say what became of a showing that is still to come. */
export function isShowingToCome(error: unknown): boolean {
  return error instanceof ApiError && error.cause.code === "showing_to_come";
}

/** Whether it was refused because the two have an opportunity under way. */
export function isOpenAlready(error: unknown): boolean {
  return error instanceof ApiError && error.cause.code === "already_open";
}

const underWay = "This client has another open opportunity for this property.";

/**
 * Makes a write that may bring an opportunity back under way, which the other one of its pair can keep from happening.
 * @throws FormRefusal that leads to that one, where the current user may see it; whatever else the write throws
 */
export async function refuseDuplicateDeal<Result>(
  api: Api,
  { client, package: property }: FoundOpportunity,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isOpenAlready(error)) throw error;
    const other = client === null || property === null ? null : await findActive(api, client.id, property.id);
    const link = other === null ? null : { href: opportunityPath(other.id), label: "Open that opportunity" };
    throw new FormRefusal({ text: `${underWay} Only one at a time can be.`, link });
  }
}
