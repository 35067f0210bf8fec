import { typedMoment } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import type { Rank } from "../labels.ts";
import type { TypedTerms } from "./deal-terms.ts";
import { chosenShowing, type TypedMove } from "./move-form.ts";
import type { NewOpportunity } from "./opportunity.ts";
import { type FoundOpportunity, opportunityResource } from "./opportunity-resources.server.ts";
import type { Tidying } from "./tidying.ts";

/** The calls that write opportunities. */

const saving = "Failed to save the opportunity";

/**
 * @returns null where the service opened it without saying more
 * @throws ApiError "conflict" when the pair has one under way, "invalid" with the form's fields, "forbidden"
 */
export function openOpportunity(api: Api, wanted: NewOpportunity, key: string): Promise<FoundOpportunity | null> {
  return mapFieldErrors(
    (name) => typedFor[name] ?? name,
    () => api.create("/opportunities", opportunityResource, { ...wanted }, { key, failure: saving }),
  );
}

/** The fields of the form in which people type what the service has under these names. */
const typedFor: Readonly<Record<string, string>> = { clientId: "client", packageId: "property", street: "property" };

/** @throws ApiError "stale", "invalid", "forbidden", "missing" */
export async function updateRank(api: Api, id: string, rank: Rank, terms: ChangeTerms): Promise<void> {
  const changed = changedAttributes({ rank }, terms.isChanged);
  await api.update(path`/opportunities/${id}`, opportunityResource, id, changed, { ...terms, failure: saving });
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
  const changed = changedAttributes(given, terms.isChanged, fieldsOfMoney);
  const options = { ...terms, failure: saving };
  await mapFieldErrors(
    (name) => fieldOfTerms[name] ?? name,
    () => api.update(path`/opportunities/${id}`, opportunityResource, id, changed, options),
  );
}

const fieldsOfMoney = {
  offerPrice: ["offerPrice.amount", "offerPrice.currency"],
  acceptedPrice: ["acceptedPrice.amount", "acceptedPrice.currency"],
};

/** The fields of the form in which people type what the service has under these names. */
const fieldOfTerms: Readonly<Record<string, string>> = {
  price: "offerPrice.amount",
  offerPrice: "offerPrice.amount",
  acceptedPrice: "acceptedPrice.amount",
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
  const failure = "Failed to move the opportunity";
  try {
    return await mapFieldErrors(
      (name) => fieldOfMove[name] ?? name,
      () => api.create(path`/opportunities/${id}/moves`, opportunityResource, given, { key, failure }),
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
const fieldOfMove: Readonly<Record<string, string>> = { price: "dealPrice.amount", showingId: "showingAt" };

/** Takes a move back. @throws ApiError "conflict" when it is too late, "forbidden", "missing" */
export async function undoMove(api: Api, id: string, moveId: string, key: string): Promise<void> {
  const failure = "Failed to undo the change of stage";
  await api.create(path`/opportunities/${id}/undoing`, opportunityResource, { moveId }, { key, failure });
}

/**
 * Does what a closed deal leaves to do, all of it or nothing.
 * @returns the deal as it is now; null where the service did it without saying more
 * @throws ApiError "invalid" with fields, "conflict", "forbidden", "missing"
 */
export function tidyUp(api: Api, id: string, typed: Tidying, key: string): Promise<FoundOpportunity | null> {
  const { tasks: taskIds, deals: opportunityIds, nextStep: title = null, nextStepDueOn: dueOn = null } = typed;
  const input = { taskIds, opportunityIds, nextStep: title === null ? null : { title, dueOn } };
  return mapFieldErrors(
    (name) => fieldOfTidying[name] ?? name,
    () => api.act(path`/opportunities/${id}/after_closing`, opportunityResource, input, { key, failure: saving }),
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
  const failure = "Failed to undo what was done after closing";
  const undoing = path`/opportunities/${id}/after_closing/undoing`;
  return api.act(undoing, opportunityResource, { afterClosingId }, { key, failure });
}

/** The fields of the form in which people type what the service has under these names. */
const fieldOfTidying: Readonly<Record<string, string>> = {
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
