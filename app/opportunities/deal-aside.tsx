import { AgentPanel } from "../assignments/agent-panel.tsx";
import { DealDocuments } from "../documents/deal-documents-panel.tsx";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Sheet } from "../ui/page.tsx";
import type { loadDeal } from "./load-deal.server.ts";

type DealAsideProps = Pick<
  Awaited<ReturnType<typeof loadDeal>>,
  "row" | "assigned" | "hasAgreement" | "tasks" | "documents" | "uploads"
>;

/** What stands beside a deal: who works it, what is to be done, and its documents. */
export function DealAside({ row, assigned, hasAgreement, tasks, documents, uploads }: DealAsideProps) {
  return (
    <div className="grid gap-2">
      <AgentPanel panel={assigned} />
      {hasAgreement === null ? null : (
        <Sheet>
          <FactList facts={[{ label: "Buyer agreement", value: hasAgreement ? "Active" : "No active agreement" }]} />
        </Sheet>
      )}
      <TasksPanel panel={tasks} />
      <DealDocuments
        opportunityId={row.id}
        documents={documents}
        packageId={row.property.id || null}
        clientId={row.client.id || null}
        uploads={uploads}
      />
    </div>
  );
}
