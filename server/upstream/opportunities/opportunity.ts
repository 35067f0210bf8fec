/** The resource `opportunity`: a client and a package at a stage. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { dayNumber } from "../engine/days.ts";
import { idFilter, idsFilter, oneOf, trueOrFalse, withinDays } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { computed, moment, momentText, text, uuid } from "../engine/record.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import { accessScopeOf, mayOn } from "../permissions.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts, withAddressSpellings } from "../search/typed-words.ts";
import {
  afterClosings,
  clients,
  offerSuggestions,
  offers,
  opportunities,
  opportunityCounts,
  packages,
  showings,
  type TidiedPart,
  workspaces,
} from "../tables.ts";
import { isRealOpportunity, isSampleClient, orOfSharedClient, visibleOpportunities } from "../visibility.ts";
import { day, parties } from "./shared-parts.ts";
import { contactStages, moves, readStage, type Stage, stages } from "./stages.ts";

const table = opportunities;

const undoTime = sql.raw("make_interval(mins => 10)");

const allowedMove = z.object({
  to: z.string(),
  needs: z.array(z.string()),
  takes: z.array(z.string()),
  needs_reason: z.boolean(),
  permission: z.string(),
});

/** SQL of all moves; constants, since attributes take no parameters. */
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

const hasAgreement = sql`exists (select from ${clients} where ${clients.id} = ${table.clientId}
  and (now() at time zone (select ${workspaces.timeZone} from ${workspaces} where ${workspaces.id} = ${table.workspaceId}))::date
    between ${clients.agreementStartsOn} and ${clients.agreementEndsOn})`;

const latestOffer = sql`(select json_build_object('price', ${moneyJson(offers.priceAmount, offers.priceCurrency)},
    'state', ${offers.state}, 'expires_at', ${momentText(offers.expiresAt)},
    'accepted_price', ${moneyJson(offers.acceptedPriceAmount, offers.acceptedPriceCurrency)},
    'accepted_on', ${offers.acceptedOn}) from ${offers}
  where ${offers.opportunityId} = ${table.id} and ${offers.state} <> 'undone'
  order by ${offers.sentAt} desc, ${offers.id} desc limit 1)`;

const suggestion = z.object({ price: moneySchema, expires_at: z.string().nullable(), is_counter: z.boolean() });

const suggestedOffer = sql`case when ${table.stage} in ('offer_suggeted', 'offer_sent') then (select json_build_object(
    'price', ${moneyJson(offerSuggestions.priceAmount, offerSuggestions.priceCurrency)},
    'expires_at', ${momentText(offerSuggestions.expiresAt)}, 'is_counter', ${offerSuggestions.isCounter}) from ${offerSuggestions}
  where ${offerSuggestions.opportunityId} = ${table.id} and ${offerSuggestions.state} = 'current'
    and ${offerSuggestions.isCounter} = (${table.stage} = 'offer_sent')) end`;

const contact = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  is_archived: z.boolean(),
});

/** SQL of the client's contact, also where the client is another agent's. */
const contactJson = sql`(select json_build_object('name', ${clients.name}, 'email', ${clients.email},
    'phone_number', ${clients.phoneNumber}, 'is_archived', ${clients.isArchived}) from ${clients} where ${clients.id} = ${table.clientId})`;

const nextShowing = sql`(select ${momentText(sql`min(${showings.startsAt})`)} from ${showings} where ${showings.opportunityId} = ${table.id}
  and ${showings.state} = 'confirmed' and ${showings.startsAt} > now())`;

const address = z.object({
  street: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  time_zone: z.string().nullable(),
});

/** SQL of the property's address and time zone. */
const addressJson = sql`(select json_build_object('street', ${packages.street}, 'city', ${packages.city},
    'state', ${packages.state}, 'zip', ${packages.zip}, 'time_zone', ${packages.timeZone})
  from ${packages} where ${packages.id} = ${table.packageId})`;

/** SQL of whether the latest move can be undone; not where another opportunity would be under way. */
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

function stageNamed(value: string, parameter: string): Stage {
  const stage = readStage(value);
  if (stage === null) throw invalidQuery("invalid_filter", parameter, "There is no such stage.");
  return stage;
}

const maxOfStage = 25;

/** Each word in the client or in the property. */
const search = listSearch((words, currentUser) =>
  sql.join(
    words.map((spellings) => {
      const client = sql`select ${clients.id} from ${clients}
        where ${inWorkspace(clients, currentUser)} and ${hasParts(clients.foundBy, [spellings])}`;
      const inAddress = withAddressSpellings([spellings]);
      // The property's text; the indexed one has its clients' names, too.
      const property = sql`select ${packages.id} from ${packages} where ${inWorkspace(packages, currentUser)}
        and ${hasParts(packages.foundBy, inAddress)} and ${hasParts(packages.searchText, inAddress)}`;
      return sql`(${table.clientId} in (${client}) or ${table.packageId} in (${property}))`;
    }),
    sql` and `,
  ),
);

export const opportunityList: ListRules = {
  sorts: {
    inserted_at: { column: table.insertedAt, as: "moment" },
    updated_at: { column: table.updatedAt, as: "moment" },
    stage_since: { column: table.stageSince, as: "moment" },
    rank: { column: table.rankKey, as: "number" },
    next_due_on: { column: table.nextDueKey, as: "number" },
  },
  defaultSort: "-inserted_at",
  filters: {
    ids: idsFilter(table.id),
    stage: (value, parameter) => sql`${table.stage} = ${stageNamed(value, parameter)}`,
    rank: oneOf(["High", "Medium", "Low"], (value) => sql`${table.rank} = ${value}`),
    search: search.filter,
    active: trueOrFalse((isTrue) => (isTrue ? sql`${table.isActive}` : sql`not ${table.isActive}`)),
    silent_for_days: withinDays((days) => sql`${table.isActive} and ${table.updatedAt} < now() - ${days}`),
    due_within_days: (value, parameter, currentUser) => {
      if (!/^\d{1,3}$/.test(value))
        throw invalidQuery("invalid_filter", parameter, "Say a number of days, at most 999.");
      return sql`${table.nextDueKey} <= ${dayNumber(currentUser.today) + Number(value)} and ${table.nextDueKey} < 2147483647`;
    },
    client_id: idFilter(table.clientId),
    package_id: idFilter(table.packageId),
    assigned_account_id: idFilter(table.assignedAccountId),
    first_of_stage(value, parameter, currentUser, others) {
      const most = /^[1-9]\d?$/.test(value) ? Number(value) : 0;
      if (most < 1 || most > maxOfStage)
        throw invalidQuery("invalid_filter", parameter, `Say how many, at most ${maxOfStage}.`);
      return firstOfEachStage(most, [visibleOpportunities(currentUser), ...others()]);
    },
  },
  similar: search.similar,
  plannedByValue: [
    "ids",
    "search",
    "stage",
    "client_id",
    "package_id",
    "assigned_account_id",
    "rank",
    "first_of_stage",
  ],
  total(currentUser, filters) {
    const [[name, value = ""] = [], another] = [...filters];
    if (another !== undefined) return null;
    if (name === undefined) return opportunityCount(currentUser, "all");
    if (name === "active") return opportunityCount(currentUser, { isActive: value === "true" });
    const stage = name === "stage" ? readStage(value) : null;
    return stage === null ? null : opportunityCount(currentUser, { stage });
  },
};

/** One index scan for each stage. */
function firstOfEachStage(most: number, conditions: readonly SQL[]): SQL {
  const names = sql.join(
    stages.map((stage) => sql`${stage}`),
    sql`, `,
  );
  return sql`${table.id} in (select first.id from unnest(array[${names}]) as column_of(stage)
    cross join lateral (select ${table.id} as id from ${table}
      where ${sql.join([...conditions], sql` and `)} and ${table.stage} = column_of.stage
      order by ${table.stageSince} desc, ${table.id} desc limit ${most}) as first)`;
}

const ends: readonly Stage[] = ["closed", "lost"];

type Counted = { readonly stage: Stage } | { readonly isActive: boolean } | "all";

/** SQL of a number that triggers keep. */
function opportunityCount(currentUser: Member, counted: Counted): SQL {
  const own = sql` and ${opportunityCounts.assignedAccountId} = ${currentUser.accountId}`;
  const shared =
    currentUser.seesShared === true
      ? sql` + (select count(*) from ${opportunities}
        where ${inWorkspace(opportunities, currentUser)}${ofCounted(counted, opportunities.stage)}
        and ${opportunities.assignedAccountId} is distinct from ${currentUser.accountId}
        and (false${orOfSharedClient(opportunities.clientId, currentUser)}))`
      : sql``;
  return sql`select (coalesce(sum(${opportunityCounts.total}), 0)${shared})::integer from ${opportunityCounts}
    where ${inWorkspace(opportunityCounts, currentUser)}${ofCounted(counted, opportunityCounts.stage)}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}

function ofCounted(counted: Counted, stage: SQLWrapper): SQL {
  if (counted === "all") return sql``;
  if ("stage" in counted) return sql` and ${stage} = ${counted.stage}`;
  return sql` and ${stage} ${counted.isActive ? sql`not in` : sql`in`} ${[...ends]}`;
}

/** SQL of active opportunities that are no samples. */
export const realOpportunityCount = (currentUser: Member): SQL =>
  sql`select (${opportunityCount(currentUser, { isActive: true })}) - (
    select count(*)::integer from ${opportunities} where ${visibleOpportunities(currentUser)} and ${opportunities.isActive}
      and not (${isRealOpportunity(currentUser)}))`;
