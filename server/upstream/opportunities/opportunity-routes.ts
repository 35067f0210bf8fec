import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { conflict, Refusal } from "../engine/refusal.ts";
import { changeRoute, createRoute, findRoute, listRoute, type Write } from "../engine/table-routes.ts";
import { street } from "../packages/inputs.ts";
import { createPackage } from "../packages/package-routes.ts";
import { mayAny } from "../permissions.ts";
import { tidying, tidyUp } from "./after-closing.ts";
import { undoTidying } from "./after-closing-undo.ts";
import { commentRoutes } from "./comment-routes.ts";
import { changeDeal, dealChange } from "./deal-changes.ts";
import { movement, rank } from "./inputs.ts";
import { makeMove, undoMove } from "./moving.ts";
import { offer, offerList } from "./offer.ts";
import { suggestionRoute } from "./offer-suggestion.ts";
import { openOpportunity } from "./open-opportunity.ts";
import { opportunity } from "./opportunity.ts";
import { opportunityList } from "./opportunity-list.ts";
import { opportunityMove, opportunityMoveList } from "./opportunity-move.ts";
import { showingRoutes } from "./showing-routes.ts";
import { stageCountsRoute } from "./stage-counts.ts";

const creation = z.object({
  clientId: z.uuid("Choose a client."),
  packageId: z.uuid("Choose a property.").nullish(),
  // A property that is not in the workspace yet, by its address.
  street: street.nullish(),
  rank: rank.optional(),
});

async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { clientId, packageId = null, street = null, rank } = attributes;
  const property = packageId ?? (street === null ? null : await createPackage({ ...write, attributes: { street } }));
  if (property === null) throw propertyMissing();
  const { id, isNew } = await openOpportunity(database, currentUser, { clientId, packageId: property, rank });
  if (!isNew)
    throw conflict("already_open", "This client already has an open opportunity for this property.", {
      pointer: "/data/attributes/package_id",
    });
  return id;
}

const propertyMissing = () =>
  new Refusal([
    {
      status: 400,
      code: "required",
      detail: "Choose a property, or give the address of a new one.",
      source: { pointer: "/data/attributes/package_id" },
    },
  ]);

export const opportunityRoutes: readonly Route[] = [
  listRoute(opportunity, opportunityList, "Opportunities, newest first"),
  findRoute(opportunity, "An opportunity, with the moves that its stage allows"),
  createRoute(opportunity, {
    summary: "Open an opportunity of a client with a package, or with a new one by its address",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: create,
  }),
  changeRoute(opportunity, {
    summary: "Change an opportunity's rank, its days, and the price and days of its latest offer",
    input: dealChange,
    run: changeDeal,
  }),
  changeRoute(opportunity, {
    summary: "Move an opportunity to another stage",
    method: "POST",
    below: "/moves",
    input: movement,
    needs: "move",
    run: makeMove,
  }),
  changeRoute(opportunity, {
    summary: "Undo an opportunity's latest move, within ten minutes",
    method: "POST",
    below: "/undoing",
    input: z.object({ moveId: z.uuid() }),
    needs: "move",
    run: undoMove,
  }),
  changeRoute(opportunity, {
    summary:
      "After closing: complete the deal's tasks, mark others' deals on its property as lost, and add the client's next step",
    method: "POST",
    below: "/after_closing",
    input: tidying,
    needs: "move",
    run: tidyUp,
  }),
  changeRoute(opportunity, {
    summary: "Undo what was done after closing, within ten minutes and as far as nobody changed it since",
    method: "POST",
    below: "/after_closing/undoing",
    input: z.object({ afterClosingId: z.uuid() }),
    needs: "move",
    run: undoTidying,
  }),
  suggestionRoute,
  stageCountsRoute,
  listRoute(opportunityMove, opportunityMoveList, "Moves of opportunities, newest first"),
  listRoute(offer, offerList, "Offers, newest first"),
  ...showingRoutes,
  ...commentRoutes,
];
