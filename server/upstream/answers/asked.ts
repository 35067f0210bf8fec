/** What a client is asked about all of their properties, and has not answered. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { findings, offerSuggestions, opportunities, packages, portalAnswers } from "../tables.ts";
import { ownOpportunities } from "../visibility.ts";
import { repairStages } from "./own-answers.ts";

const askedType = recordType(
  "portal_asked_property",
  z.object({
    street: z.string(),
    is_offer_suggested: z.boolean().describe("Whether an offer waits for an answer of anybody of the house"),
    open_repairs: z.int().describe("Findings that nobody of the house has answered"),
  }),
);

const most = 50;

export const askedRoute: Route = action({
  method: "GET",
  path: "/portal/asked",
  summary: "The properties about which the client is asked something that they have not answered, by street",
  access: "client",
  answers: { status: 200, of: askedType, many: true },
  async run({ database, currentUser, now }) {
    const given = sql`${portalAnswers.opportunityId} = ${opportunities.id} and ${portalAnswers.isLatest}`;
    const { rows } = await database.execute<Record<string, unknown> & { id: string }>(sql`
      select * from (
        select ${packages.id}, ${packages.street},
          ${opportunities.stage} = 'offer_suggeted' and exists (select from ${offerSuggestions}
            where ${offerSuggestions.opportunityId} = ${opportunities.id} and ${offerSuggestions.state} = 'current'
              and coalesce(${offerSuggestions.expiresAt} > ${now}, true) and not exists (select from ${portalAnswers}
                where ${given} and ${portalAnswers.suggestionId} = ${offerSuggestions.id})) as is_offer_suggested,
          case when ${opportunities.stage} in ${[...repairStages]} then (select count(*)::integer from ${findings}
            where ${findings.packageId} = ${packages.id} and ${findings.isClientAsked} and not ${findings.isProposed}
              and not exists (select from ${portalAnswers} where ${given} and ${portalAnswers.findingId} = ${findings.id}))
            else 0 end as open_repairs
        from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
        where ${ownOpportunities(currentUser)} and ${opportunities.isActive} and not ${packages.isArchived}
      ) asked
      where is_offer_suggested or open_repairs > 0 order by street, id limit ${most}`);
    return listed(
      askedType,
      rows.map(({ id, ...attributes }) => ({ id, attributes })),
    );
  },
});
