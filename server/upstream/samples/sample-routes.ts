/** Sample data to look around with: added by a button, and taken out whole with all that was written about it. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { createClient } from "../clients/client-routes.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden } from "../engine/refusal.ts";
import type { Write } from "../engine/table-routes.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { insertOne } from "../engine/writing.ts";
import { workspaceHistory } from "../identity/workspaces.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { createPackage } from "../packages/package-routes.ts";
import { may } from "../permissions.ts";
import {
  buyerProfiles,
  clients,
  offers,
  opportunities,
  packages,
  showings,
  trashedRecords,
  workspaces,
} from "../tables.ts";
import { deleteTaken } from "../trash/purging.ts";
import { sampleClients, sampleDeals, samplePackages } from "./sample-lines.ts";

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
  for (const { client, property, rank, stage, showingInDays, offer } of sampleDeals) {
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

/** Those in the trash as well. @returns whether there were any */
async function removeSamples(database: Queries, workspaceId: string): Promise<boolean> {
  const { rows } = await database.execute<{ id: string; root: string | null }>(sql`
    select ${clients.id} as id, 'clients' as root from ${clients} where ${clients.workspaceId} = ${workspaceId} and ${clients.isSample}
    union all
    select ${packages.id}, 'packages' from ${packages} where ${packages.workspaceId} = ${workspaceId} and ${packages.isSample}
    union all
    select distinct k.holder_id, null from upstream.kept_rows k where k.workspace_id = ${workspaceId}
      and k.table_name in ('clients', 'packages') and k.content ->> 'is_sample' = 'true'`);
  for (const { id, root } of rows) {
    if (root !== null) await database.execute(sql`select upstream.take_out(${id}, ${workspaceId}, ${root}, ${id})`);
    await deleteTaken(database, id);
    await database.delete(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
  }
  return rows.length > 0;
}
