/** Sample data: added by a button, and removed with all that was written about it. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { createClient } from "../clients/client-routes.ts";
import { templateInputs } from "../costs/inputs.ts";
import { keep } from "../costs/stored-inputs.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden } from "../engine/refusal.ts";
import { inWorkspace } from "../engine/table.ts";
import type { Write } from "../engine/table-routes.ts";
import { insertOne } from "../engine/writing.ts";
import { workspaceHistory } from "../identity/workspaces.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { createPackage } from "../packages/package-routes.ts";
import { may } from "../permissions.ts";
import {
  buyerProfiles,
  clients,
  costTemplates,
  offers,
  opportunities,
  packages,
  showings,
  taskTemplates,
  trashedRecords,
  workspaces,
} from "../tables.ts";
import { deleteTaken } from "../trash/trashing.ts";

/** Made up, with addresses that do not exist. */

const sampleClients = [
  {
    name: "Rosa Delgado",
    phoneNumber: "(206) 555-0161",
    profile: {
      budgetAmount: "620000",
      minBeds: 3,
      minBaths: 2,
      preferredAreas: ["Old Mill"],
      propertyTypes: ["Townhouse"],
      notes: "Needs a room to work in. Wants to move before the school year.",
    },
  },
  {
    name: "Ken and Amy Tanaka",
    phoneNumber: "(206) 555-0162",
    profile: {
      budgetAmount: "875000",
      minBeds: 4,
      minBaths: 2.5,
      preferredAreas: ["Harbor View"],
      propertyTypes: ["Craftsman"],
      notes: "Two children and a dog. A garden matters more than the garage.",
    },
  },
  {
    name: "Omar Haddad",
    phoneNumber: "(206) 555-0163",
    profile: {
      budgetAmount: "450000",
      minBeds: 1,
      minBaths: 1,
      preferredAreas: ["Downtown"],
      propertyTypes: ["Condominium"],
      notes: "First home. Has a lender's letter.",
    },
  },
] as const;

const place = { city: "Fairhaven Falls", state: "WA", zip: "98000" };
const usd = (amount: string) => ({ amount, currency: "USD" });

const samplePackages = [
  {
    ...place,
    street: "118 Juniper Court",
    area: "Old Mill",
    houseType: "Townhouse",
    listPrice: usd("598000.00"),
    beds: 3,
    baths: 2,
    sqft: 1640,
    lotSize: 2400,
    garages: 1,
    yearBuilt: 2006,
  },
  {
    ...place,
    street: "2045 Harbor View Drive",
    area: "Harbor View",
    houseType: "Craftsman",
    listPrice: usd("859000.00"),
    beds: 4,
    baths: 2.5,
    sqft: 2380,
    lotSize: 6100,
    garages: 2,
    yearBuilt: 1998,
  },
  {
    ...place,
    street: "77 Mill Street, Unit 3",
    area: "Downtown",
    houseType: "Condominium",
    listPrice: usd("439000.00"),
    beds: 1,
    baths: 1,
    sqft: 720,
    yearBuilt: 2014,
  },
  {
    ...place,
    street: "930 Orchard Lane",
    area: "Old Mill",
    houseType: "Rambler",
    listPrice: usd("645000.00"),
    beds: 3,
    baths: 1.5,
    sqft: 1510,
    lotSize: 8200,
    garages: 2,
    yearBuilt: 1974,
  },
];

/** By index of client and property. */
const sampleOpportunities = [
  { client: 0, property: 0, rank: "High", stage: "showing_scheduled", showingInDays: 3, offer: null },
  { client: 1, property: 1, rank: "Medium", stage: "offer_sent", showingInDays: null, offer: "845000" },
] as const;

const samplesType = recordType("samples", z.object({ clients: z.int(), packages: z.int(), deals: z.int() }));

const path = "/samples";

export const sampleRoutes: readonly Route[] = [
  action({
    method: "GET",
    path,
    summary: "How much sample data the workspace has",
    access: "workspace",
    answers: { status: 200, of: samplesType },
    run: async ({ database, currentUser }) => {
      const attributes = await countSamples(database, currentUser);
      const can = may(currentUser, "workspace.update") ? ["update"] : [];
      return found(samplesType, { id: currentUser.workspaceId, attributes, path, can });
    },
  }),
  action({
    method: "POST",
    path,
    summary: "Add three clients, four packages and two deals that are marked as samples",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser, afterCommit, now }) {
      if (!may(currentUser, "workspace.update")) throw forbidden();
      await lock(database, currentUser.workspaceId);
      const { clients: present } = await countSamples(database, currentUser);
      if (present > 0) throw conflict("samples_present", "The sample data is in this workspace already.");
      await addSamples({ database, currentUser, attributes: {}, afterCommit, now });
      await recordEvent({ database, currentUser }, workspaceHistory, "samples_added", currentUser.workspaceId);
      return nothing;
    },
  }),
  action({
    method: "DELETE",
    path,
    summary: "Take all sample data out, with what was written about it; again is a no-op",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser }) {
      if (!may(currentUser, "workspace.update")) throw forbidden();
      await lock(database, currentUser.workspaceId);
      if (await removeSamples(database, currentUser.workspaceId))
        await recordEvent({ database, currentUser }, workspaceHistory, "samples_removed", currentUser.workspaceId);
      return nothing;
    },
  }),
];

async function lock(database: Queries, workspaceId: string): Promise<void> {
  await database.execute(sql`select from ${workspaces} where ${workspaces.id} = ${workspaceId} for no key update`);
}

async function countSamples(database: Queries, currentUser: { readonly workspaceId: string }) {
  const of = (table: typeof clients | typeof packages) =>
    database.$count(table, sql`${inWorkspace(table, currentUser)} and ${table.isSample}`);
  const deals = sql`${inWorkspace(opportunities, currentUser)} and ${opportunities.clientId} in
    (select ${clients.id} from ${clients} where ${inWorkspace(clients, currentUser)} and ${clients.isSample})`;
  return {
    clients: await of(clients),
    packages: await of(packages),
    deals: await database.$count(opportunities, deals),
  };
}

async function addSamples(write: Write): Promise<void> {
  const { database, currentUser } = write;
  const { workspaceId } = currentUser;
  const clientIds: string[] = [];
  for (const { name, phoneNumber, profile } of sampleClients) {
    const id = await createClient({ ...write, attributes: { name, email: null, phoneNumber } });
    await database.update(clients).set({ isSample: true }).where(sql`${clients.id} = ${id}`);
    const { preferredAreas, propertyTypes, ...wanted } = profile;
    const lists = { preferredAreas: [...preferredAreas], propertyTypes: [...propertyTypes] };
    await database
      .update(buyerProfiles)
      .set({ ...wanted, ...lists, budgetCurrency: "USD" })
      .where(sql`${buyerProfiles.clientId} = ${id}`);
    clientIds.push(id);
  }
  const packageIds: string[] = [];
  for (const facts of samplePackages) {
    const id = await createPackage({ ...write, attributes: facts });
    await database.update(packages).set({ isSample: true }).where(sql`${packages.id} = ${id}`);
    packageIds.push(id);
  }
  for (const { client, property, rank, stage, showingInDays, offer } of sampleOpportunities) {
    const pair = { clientId: clientIds[client] ?? "", packageId: packageIds[property] ?? "", rank };
    const { id: opportunityId } = await openOpportunity(database, currentUser, pair);
    await database.update(opportunities).set({ stage }).where(sql`${opportunities.id} = ${opportunityId}`);
    const own = { workspaceId, opportunityId };
    if (showingInDays !== null)
      await insertOne(database, showings, {
        ...own,
        state: "confirmed",
        startsAt: sql`now() + make_interval(days => ${showingInDays})`,
      });
    if (offer !== null) await insertOne(database, offers, { ...own, priceAmount: offer, priceCurrency: "USD" });
  }
}

/** The trash, too. @returns whether there were any */
async function removeSamples(database: Queries, workspaceId: string): Promise<boolean> {
  const { rows } = await database.execute<{ id: string; root: string | null }>(sql`
    select ${clients.id} as id, 'clients' as root from ${clients} where ${clients.workspaceId} = ${workspaceId} and ${clients.isSample}
    union all
    select ${packages.id}, 'packages' from ${packages} where ${packages.workspaceId} = ${workspaceId} and ${packages.isSample}
    union all
    select distinct k.holder_id, null from upstream.kept_rows k where k.workspace_id = ${workspaceId}
      and k.table_name in ('clients', 'packages') and k.content ->> 'is_sample' = 'true'`);
  for (const id of await takeWrittenAbout(database, workspaceId, rows)) {
    await deleteTaken(database, id);
    await database.delete(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
  }
  for (const { id, root } of rows) {
    if (root !== null) await database.execute(sql`select upstream.take_out(${id}, ${workspaceId}, ${root}, ${id})`);
    await deleteTaken(database, id);
    await database.delete(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
  }
  return rows.length > 0;
}

/** Deletes tasks about documents of samples. @returns entries of the trash with deals and tasks of samples */
async function takeWrittenAbout(
  database: Queries,
  workspaceId: string,
  samples: readonly { readonly id: string }[],
): Promise<readonly string[]> {
  const ids = sql`array(select jsonb_array_elements_text(${JSON.stringify(samples.map(({ id }) => id))}::jsonb))`;
  const { rows } = await database.execute<{ id: string }>(sql`
    with sampled as (
      select id::text as id from upstream.opportunities where workspace_id = ${workspaceId} and client_id::text = any (${ids})
      union select content ->> 'id' from upstream.kept_rows where workspace_id = ${workspaceId}
        and table_name = 'opportunities' and content ->> 'client_id' = any (${ids})
    ), papers as (
      select id from upstream.documents where workspace_id = ${workspaceId}
        and (client_id::text = any (${ids}) or package_id::text = any (${ids}))
    ), unread as (
      delete from upstream.tasks where workspace_id = ${workspaceId} and document_id in (select id from papers)
    )
    select distinct kept.holder_id as id from upstream.kept_rows kept
    join ${trashedRecords} on ${trashedRecords.id} = kept.holder_id
    where kept.workspace_id = ${workspaceId} and kept.table_name in ('opportunities', 'tasks')
      and kept.holder_id::text <> all (${ids})
      and (kept.content ->> 'client_id' = any (${ids}) or kept.content ->> 'package_id' = any (${ids})
        or kept.content ->> 'opportunity_id' in (select id from sampled)
        or kept.content ->> 'document_id' in (select id::text from papers))`);
  return rows.map(({ id }) => id);
}

/** Negative days are before the date. */
const taskLines = [
  { stage: "showing_scheduled", title: "Ask how to get in: lockbox code or key", dueInDays: 0 },
  { stage: "showing_complete", title: "Ask the buyers what they thought", dueInDays: 1 },
  { dueFrom: "offer_expires_on", title: "Ask the listing agent for an answer", dueInDays: -1 },
  { dueFrom: "accepted_on", title: "Schedule the home inspection", dueInDays: 1 },
  { dueFrom: "accepted_on", title: "Check that the deposit has arrived", dueInDays: 3 },
  { dueFrom: "inspections_due_on", title: "Send the repair requests", dueInDays: -2 },
  { dueFrom: "closing_on", title: "Check that the loan is cleared to close", dueInDays: -7 },
  { dueFrom: "closing_on", title: "Walk through the home with the buyers", dueInDays: -1 },
  { stage: "closed", title: "Send a thank-you note and ask for a review", dueInDays: 7 },
] as const;

const financed = { termYears: 30, prepaidInsuranceMonths: 12, escrowMonths: 2 };

/** Rates, taxes and fees are the workspace's to enter. */
const costLines = [
  { name: "Conventional loan, 20% down", inputs: { ...financed, downPaymentPercent: "20" } },
  { name: "Conventional loan, 5% down", inputs: { ...financed, downPaymentPercent: "5" } },
  { name: "Cash purchase", inputs: { downPaymentPercent: "100", ratePercent: "0", termYears: 30 } },
];

const currency = "USD";

/** @param ownerId the author of cost templates */
export async function insertStarterTemplates(queries: Queries, workspaceId: string, ownerId: string): Promise<void> {
  await queries.insert(taskTemplates).values(taskLines.map((line) => ({ workspaceId, ...line })));
  await queries.insert(costTemplates).values(
    costLines.map(({ name, inputs }) => ({
      workspaceId,
      accountId: ownerId,
      name,
      nameKey: fold(name),
      inputs: keep(templateInputs.parse({ currency, ...inputs })),
    })),
  );
}
