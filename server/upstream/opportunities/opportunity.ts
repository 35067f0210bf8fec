/** The resource `opportunity`: one client paired with one package, at a stage. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { computed, moment, momentText, text, uuid } from "../engine/attribute.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";
import {
  afterClosings,
  clients,
  offerSuggestions,
  offers,
  opportunities,
  packages,
  showings,
  type TidiedPart,
  workspaces,
} from "../tables.ts";
import { isSampleClient, visibleOpportunities } from "../visibility.ts";
import { day, parties } from "./shared-parts.ts";
import { contactStages, moves, stages } from "./stages.ts";

const table = opportunities;

/** SQL of the time for which a move, or what was done after closing, can be undone. */
const undoTime = sql.raw("make_interval(mins => 10)");

/** A move that the table offers, in the spelling of the wire. */
const allowedMove = z.object({
  to: z.string(),
  needs: z.array(z.string()),
  takes: z.array(z.string()),
  needs_reason: z.boolean(),
  permission: z.string(),
});

/** SQL of the whole table: words of ours alone, written out since attributes take no parameters. */
const movesByStage = sql.raw(
  `'${JSON.stringify(
    Object.fromEntries(
      stages.map((stage) => [
        stage,
        moves[stage].map(({ needsReason, ...move }) => ({ ...move, needs_reason: needsReason })),
      ]),
    ),
  )}'::jsonb`,
);

const undo = z.object({ move_id: z.string(), to: z.string(), until: z.string() });
const offer = z.object({
  price: moneySchema,
  state: z.string(),
  expires_at: z.string().nullable(),
  accepted_price: moneySchema.nullable(),
  accepted_on: z.string().nullable(),
});

/** SQL of whether the client is bound to the agency today, by the workspace's calendar. */
const hasAgreement = sql`exists (select from ${clients} where ${clients.id} = ${table.clientId}
  and (now() at time zone (select ${workspaces.timeZone} from ${workspaces} where ${workspaces.id} = ${table.workspaceId}))::date
    between ${clients.agreementStartsOn} and ${clients.agreementEndsOn})`;

const latestOffer = sql`(select json_build_object('price', ${moneyJson(offers.priceAmount, offers.priceCurrency)},
    'state', ${offers.state}, 'expires_at', ${momentText(offers.expiresAt)},
    'accepted_price', ${moneyJson(offers.acceptedPriceAmount, offers.acceptedPriceCurrency)},
    'accepted_on', ${offers.acceptedOn}) from ${offers}
  where ${offers.opportunityId} = ${table.id} and ${offers.state} <> 'undone'
  order by ${offers.sentAt} desc, ${offers.id} desc limit 1)`;

const suggestion = z.object({ price: moneySchema, expires_at: z.string().nullable() });

/** SQL of the offer that is suggested to the client, while the deal is at the stage for it. */
const suggestedOffer = sql`case when ${table.stage} = 'offer_suggeted' then (select json_build_object(
    'price', ${moneyJson(offerSuggestions.priceAmount, offerSuggestions.priceCurrency)},
    'expires_at', ${momentText(offerSuggestions.expiresAt)}) from ${offerSuggestions}
  where ${offerSuggestions.opportunityId} = ${table.id} and ${offerSuggestions.state} = 'current') end`;

const contact = z.object({ name: z.string(), email: z.string().nullable(), phone_number: z.string().nullable() });

/** SQL of how to reach the client: whoever works a deal may, even where the client is another agent's. */
const contactJson = sql`(select json_build_object('name', ${clients.name}, 'email', ${clients.email},
    'phone_number', ${clients.phoneNumber}) from ${clients} where ${clients.id} = ${table.clientId})`;

/** SQL of the next showing that is arranged. */
const nextShowing = sql`(select ${momentText(sql`min(${showings.startsAt})`)} from ${showings} where ${showings.opportunityId} = ${table.id}
  and ${showings.state} = 'confirmed' and ${showings.startsAt} > now())`;

const address = z.object({
  street: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  time_zone: z.string().nullable(),
});

/** SQL of where the property is, and by which clock its times are told. */
const addressJson = sql`(select json_build_object('street', ${packages.street}, 'city', ${packages.city},
    'state', ${packages.state}, 'zip', ${packages.zip}, 'time_zone', ${packages.timeZone})
  from ${packages} where ${packages.id} = ${table.packageId})`;

/** SQL of whether the latest move can be undone: not where the pair would have two active opportunities. */
const undoable = sql`${table.latestMoveId} is not null
  and ${table.stageSince} > now() - ${undoTime}
  and (${table.isActive} or not exists (select from ${opportunities} as other where other.is_active
    and other.workspace_id = ${table.workspaceId} and other.client_id = ${table.clientId} and other.package_id = ${table.packageId}))`;

const afterClosing = z
  .object({
    id: z.string(),
    until: z.string(),
    is_undone: z.boolean(),
    tasks: z.int().describe("Completed"),
    deals: z.int().describe("Marked as lost"),
    next_steps: z.int().describe("Added"),
    kept: z.array(z.string()).describe("Of what the undo left as it is, since it was changed in the meantime"),
  })
  .describe("What was done after closing, for the minutes in which it can be undone");

const partsOf = (on: TidiedPart["on"]): SQL =>
  sql`jsonb_array_length(jsonb_path_query_array(${afterClosings.parts}, ${sql.raw(`'$[*] ? (@.on == "${on}")'`)}))`;

const afterClosingJson = sql`(select json_build_object('id', ${afterClosings.id},
    'until', ${momentText(sql`(${afterClosings.doneAt} + ${undoTime})`)}, 'is_undone', ${afterClosings.undoneAt} is not null,
    'tasks', ${partsOf("task")}, 'deals', ${partsOf("deal")}, 'next_steps', ${partsOf("next_step")}, 'kept', ${afterClosings.kept})
  from ${afterClosings} where ${afterClosings.opportunityId} = ${table.id} and ${afterClosings.doneAt} > now() - ${undoTime})`;

export const opportunity = defineTable({
  type: "opportunity",
  path: "/opportunities",
  table,
  history: {
    topic: "opportunities",
    labels: {
      opened: "Deal opened",
      updated: "Opportunity changed",
      moved: "Stage changed",
      move_undone: "Stage change undone",
      reassigned: "Agent changed",
      called: "Call logged",
      noted: "Note logged",
    },
    holders: { client: table.clientId, package: table.packageId, opportunity: table.id },
    contact: {
      called: true,
      noted: true,
      moved: (changes) => changes.some(({ field, after }) => field === "stage" && contactStages.has(String(after))),
    },
  },
  attributes: {
    is_sample: computed(isSampleClient(table.clientId), z.boolean()),
    stage: text(table.stage),
    stage_since: moment(table.stageSince),
    rank: text(table.rank),
    client_rank: text(table.clientRank),
    allowed_moves: computed(sql`${movesByStage} -> ${table.stage}`, z.array(allowedMove)),
    undo: computed(
      sql`case when ${undoable} then json_build_object('move_id', ${table.latestMoveId}, 'to', ${table.stageBefore},
        'until', ${momentText(sql`(${table.stageSince} + ${undoTime})`)}) end`,
      undo.nullable(),
    ),
    after_closing: computed(afterClosingJson, afterClosing.nullable()),
    latest_offer: computed(latestOffer, offer.nullable()),
    suggested_offer: computed(suggestedOffer, suggestion.nullable()),
    next_showing_at: computed(nextShowing, z.string().nullable()),
    inspections_due_on: day(table.inspectionsDueOn),
    closing_on: day(table.closingOn),
    contact: computed(contactJson, contact),
    address: computed(addressJson, address),
    has_agreement: computed(hasAgreement, z.boolean()),
    is_active: computed(sql`${table.isActive}`, z.boolean()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
    package_id: uuid(table.packageId),
    workspace_id: uuid(table.workspaceId),
    assigned_account_id: uuid(table.assignedAccountId),
    assigned_account_name: computed(nameOf(table.assignedAccountId), z.string().nullable()),
  },
  relationships: parties(table.clientId, table.packageId),
  scope: visibleOpportunities,
  can: (currentUser, { assigned_account_id: assigned }) => [
    ...(mayOn(currentUser, "records.edit", assigned) ? ["update", "move"] : []),
    ...(mayOn(currentUser, "records.reopen", assigned) ? ["reopen"] : []),
    ...(mayOn(currentUser, "records.comment", assigned) ? ["comment"] : []),
  ],
});
