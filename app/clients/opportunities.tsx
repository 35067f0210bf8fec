import type { ReactNode } from "react";
import { sharePackagesPath } from "../action-paths.ts";
import { settle } from "../json-api/settle.ts";
import { listPairs } from "../opportunities/opportunities.server.ts";
import { type OpportunityRow, rowOf } from "../opportunities/opportunity-row.ts";
import { OpportunityTable, ofClient } from "../opportunities/opportunity-table.tsx";
import { picturesContext } from "../pictures/pictures.ts";
import { clientPath, newOpportunityPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Deferred } from "../ui/deferred.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/opportunities";
import { maySharePackages } from "./load-client.server.ts";

/** Deferred: the client is shown before the opportunities are loaded, and when they fail to load. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const clientId = recordId(params.id);
  const agent = agentOf(context);
  const pictures = context.get(picturesContext);
  const now = new Date();
  const opportunities = settle(
    apiOf(context),
    async (api) =>
      (await listPairs(api, { clientId })).items.map((item) => rowOf(item, pictures, agent.workspace, now)),
    logFaults(context),
  );
  return {
    clientId,
    opportunities,
    canCreate: agent.can("opportunities.create"),
    share: maySharePackages(context) ? sharePackagesPath(clientId) : null,
  };
}

export default function ClientOpportunities({ loaderData }: Route.ComponentProps) {
  const { clientId, opportunities, canCreate, share } = loaderData;
  const open = canCreate ? (
    <div className="-mr-1 flex flex-wrap">
      {share === null ? null : (
        <LinkButton href={share} look="quiet">
          Share properties
        </LinkButton>
      )}
      <LinkButton href={`${newOpportunityPath}?client=${encodeURIComponent(clientId)}`} look="quiet">
        New opportunity
      </LinkButton>
    </div>
  ) : null;
  return (
    <Deferred value={opportunities} pending={<Skeleton lines={6} />}>
      {(settled) =>
        settled.ok ? (
          <Opportunities rows={settled.data} open={open} />
        ) : (
          <Sheet>
            {settled.code === "not-offered" ? (
              <EmptyState>The connected service doesn't offer a client's opportunities by themselves.</EmptyState>
            ) : (
              <NotLoaded what="opportunities" code={settled.code} here={clientPath(clientId)} />
            )}
          </Sheet>
        )
      }
    </Deferred>
  );
}

function Opportunities({ rows, open }: { rows: readonly OpportunityRow[]; open: ReactNode }) {
  return (
    <Sheet title="Opportunities" action={open}>
      {rows.length === 0 ? (
        <EmptyState>
          No opportunities yet. An opportunity tracks this client and one property from the first showing to closing.
        </EmptyState>
      ) : (
        <OpportunityTable columns={ofClient} rows={rows} />
      )}
    </Sheet>
  );
}
