import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { answeredSuggestion, suggestionOf } from "../answers/own-answers.ts";
import { isRefusedBy } from "../answers/portal-answer.ts";
import { priorities, priorityRoute } from "../answers/priority.ts";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, listed } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { stageForClient } from "../opportunities/offer-suggestion.ts";
import { ownOpportunityMissing } from "../opportunities/own-opportunity.ts";
import { answerPicture, picturePathOf, pictureSizes, pictures } from "../pictures/pictures.ts";
import { opportunities, packagePhotos, packages, portalOpenings, portalPriorities } from "../tables.ts";
import { isForSale, ownPackages, shownOpportunities } from "../visibility.ts";

const text = z.string().nullable();
const figure = z.number().nullable();

const card = {
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  beds: figure,
  baths: figure,
  sqft: figure,
  list_price: moneySchema.nullable(),
  stage: z.string(),
  agent_name: text.describe("Who works the deal; null where nobody does"),
  agent_priority: z.enum(priorities).nullable(),
  own_priority: z.enum(priorities).nullable(),
  is_refused: z.boolean().describe("Whether the person who asks has said that it is not for them"),
  time_zone: z.string(),
  suggestion: answeredSuggestion.describe("At the stage for it: the offer that the agent suggests"),
  bought_on: z.iso.date().nullable().describe("Of a closed deal: the day of closing"),
};

const cardType = recordType(
  "portal_property_card",
  z.object({
    ...card,
    cover_id: z.uuid().nullable(),
    is_new: z.boolean().describe("Whether this person has never opened it"),
  }),
);

const propertyType = recordType(
  "portal_property",
  z.object({
    ...card,
    lot_size: figure,
    garages: figure,
    year_built: figure,
    hoa: moneySchema.nullable(),
    area: text,
    schools: z.array(z.object({ name: z.string(), url: text })),
    offer_due_at: z.iso.datetime().nullable(),
    photos: z.array(z.object({ id: z.uuid(), caption: text })).describe("In their order; the first is the cover"),
  }),
);

const most = 100;

export const propertyRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/properties",
    summary: `The properties of the client's open opportunities and what they bought, ${most} at most, what was bought and what they want most first`,
    access: "client",
    answers: { status: 200, of: cardType, many: true },
    async run({ database, currentUser, now }) {
      const columns = sql`${cardColumns(currentUser, now)}, (select ${packagePhotos.id} from ${packagePhotos}
        where ${packagePhotos.packageId} = ${packages.id} and ${packagePhotos.position} = 1) as cover_id,
        not exists (select from ${portalOpenings} where ${portalOpenings.packageId} = ${packages.id}
          and ${portalOpenings.clientId} = ${currentUser.clientId} and ${portalOpenings.email} = ${currentUser.email}) as is_new`;
      const rows = await readPairs(database, currentUser, columns, sql`true`);
      return listed(cardType, rows.map(toRecord));
    },
  }),
  action({
    method: "GET",
    path: "/portal/properties/:id",
    summary: "One of these properties",
    access: "client",
    answers: { status: 200, of: propertyType },
    async run({ database, currentUser, id, now }) {
      const columns = sql`${cardColumns(currentUser, now)}, ${packages.lotSize}::float8 as lot_size, ${packages.garages},
        ${packages.yearBuilt}, ${moneyJson(packages.hoaAmount, packages.hoaCurrency)} as hoa, ${packages.area}, ${packages.schools}, case when ${isForSale} and ${opportunities.stage} not in ('offer_accepted', 'inspections_underway') then ${momentText(packages.offerDueAt)} end as offer_due_at,
        coalesce((select json_agg(json_build_object('id', id, 'caption', caption) order by position)
          from ${packagePhotos} where package_id = ${packages.id}), '[]') as photos`;
      const [row] = await readPairs(database, currentUser, columns, sql`${packages.id} = ${id()}`);
      if (row === undefined) throw await ownOpportunityMissing(database, currentUser, id());
      return found(propertyType, { ...toRecord(row), path: `/portal/properties/${id()}` });
    },
  }),
  action({
    method: "GET",
    path: "/portal/photos/:id",
    summary: "A photo of one of these properties, large where no size is named",
    access: "client",
    parameters: z.object({ size: z.enum(pictureSizes).optional() }),
    answers: { status: 200, of: null },
    async run({ database, currentUser, id, request, parameters }) {
      const [picture] = await database
        .select()
        .from(pictures)
        .where(sql`${pictures.workspaceId} = ${currentUser.workspaceId}
        and ${picturePathOf(pictures.id)} = (select ${packagePhotos.url} from ${packagePhotos} join ${packages}
          on ${packages.id} = ${packagePhotos.packageId}
          where ${packagePhotos.id} = ${id()} and ${ownPackages(currentUser)})`);
      if (picture === undefined) throw notFound();
      return answerPicture(request, picture, parameters.size);
    },
  }),
  priorityRoute,
];

function cardColumns(user: PortalUser, now: Date): SQL {
  const { email } = user;
  return sql`${packages.id}, ${packages.street}, ${packages.city}, ${packages.state}, ${packages.zip}, ${packages.beds},
    ${packages.baths}::float8 as baths, ${packages.sqft},
    ${moneyJson(packages.listPriceAmount, packages.listPriceCurrency)} as list_price, ${stageForClient} as stage, ${nameOf(opportunities.assignedAccountId)} as agent_name,
    ${opportunities.rank} as agent_priority, (select ${portalPriorities.priority} from ${portalPriorities}
      where ${portalPriorities.opportunityId} = ${opportunities.id} and ${portalPriorities.email} = ${email}) as own_priority,
    ${opportunities.stage} <> 'closed' and ${isRefusedBy(email)} as is_refused,
    ${packages.timeZone}, ${suggestionOf(user, opportunities.id, now)} as suggestion,
    case when ${opportunities.stage} = 'closed' then to_char(${opportunities.closingOn}, 'YYYY-MM-DD') end as bought_on`;
}

async function readPairs(database: Queries, user: PortalUser, columns: SQL, where: SQL) {
  const { rows } = await database.execute<Record<string, unknown> & { id: string }>(sql`
    select * from (
      select ${columns}, ${opportunities.insertedAt} as opened_at
      from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
      where ${shownOpportunities(user)} and ${where}
    ) pairs
    order by is_refused, stage <> 'closed', case coalesce(own_priority, agent_priority) when 'High' then 1 when 'Medium' then 2 when 'Low' then 3 else 4 end,
      opened_at desc, id limit ${most}`);
  return rows;
}

function toRecord({ id, opened_at: _openedAt, ...attributes }: Record<string, unknown> & { id: string }) {
  return { id, attributes };
}
