/** The forms about inspections and summaries. */

import { randomUUID } from "node:crypto";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import { addFinding, addReport, summarize } from "./inspecting.ts";
import { createPackage, uploadDocument } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);
const nothing = () => ({});
const paper = () => ({ name: `Report ${tag()}.txt`, content: "ROOF\n\nThe roof leaks and must be repaired by May 1." });
const seen = () => ({ title: `It leaks ${tag()}`, system: "Roof", severity: "repair" });

function wholeFinding(): Readonly<Record<string, string>> {
  const costs = { lowCost: "450", highCost: "700", currency: "USD" };
  return { ...seen(), ...costs, decision: "credit", page: "3", quote: `The roof leaks, ${tag()}.` };
}

const inspections = ({ packageId }: SeededAgent): string => `/packages/${packageId}/inspections`;

export const inspectionForms: readonly AgentForm[] = [
  {
    pattern: "/packages/:packageId/inspections/findings/new",
    button: "Add finding",
    does: "makes",
    typed: seen,
    open: (visitor, agent) => visitor.open(`${inspections(agent)}/findings/new`),
  },
  {
    pattern: "/packages/:packageId/inspections/findings/:findingId/edit",
    button: "Save changes",
    does: "changes",
    typed: wholeFinding,
    open: (visitor, agent) => visitor.open(`${inspections(agent)}/findings/${agent.findingId}/edit`),
  },
  {
    pattern: "/packages/:packageId/inspections",
    button: "Save decisions",
    does: "changes",
    typed: () => ({ "findings[0].choice": "verify" }),
    open: async (visitor, agent) => {
      const packageId = await createPackage(visitor, { street: `${tag()} Alder Lane` });
      await addFinding(visitor, packageId, seen());
      return visitor.open(inspections({ ...agent, packageId }));
    },
  },
  {
    pattern: "/packages/:packageId/inspections/findings/:findingId/removal",
    button: "Remove finding",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) =>
      openUnsent(visitor, agent, "Remove finding", async () => {
        const id = await addFinding(visitor, agent.packageId, seen());
        return `${inspections(agent)}/findings/${id}/removal`;
      }),
  },
  {
    pattern: "/packages/:packageId/inspections/reports/:reportId/removal",
    button: "Remove report",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) =>
      openUnsent(visitor, agent, "Remove report", async () => {
        const id = await addReport(visitor, agent.packageId, paper());
        return `${inspections(agent)}/reports/${id}/removal`;
      }),
  },
  {
    pattern: "/packages/:packageId/inspections/reports/new",
    button: "Analyze document",
    does: "makes",
    typed: () => ({ document: pickedName }),
    open: async (visitor, agent) => {
      const known = pickedBefore.get(agent.accountId);
      if (known !== undefined) {
        await visitor.open(`/documents/${known}/trashing`);
        await visitor.submitOnly({}, { button: "Delete document" });
      }
      const file = { ...paper(), name: pickedName };
      pickedBefore.set(agent.accountId, await uploadDocument(visitor, file, `?package=${agent.packageId}`));
      return visitor.open(`${inspections(agent)}/reports/new`);
    },
  },
  {
    pattern: "/packages/:packageId/inspections/uploads/new",
    button: "Upload and analyze",
    does: "stores",
    typed: nothing,
    open: (visitor, agent) => visitor.open(`${inspections(agent)}/uploads/new`),
  },
  {
    pattern: "/documents/:documentId/analysis",
    button: "Analyze",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) =>
      openUnsent(visitor, agent, "Analyze", async () => `/documents/${await addPaper(visitor, agent)}/analysis`),
  },
  {
    pattern: "/documents/:documentId/summary",
    button: "Summarize",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) =>
      openUnsent(visitor, agent, "Summarize", async () => `/documents/${await addPaper(visitor, agent)}/summary`),
  },
  {
    pattern: "/documents/:documentId/summary/approval",
    button: "Approve for clients",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) =>
      openUnsent(visitor, agent, "Approve for clients", async () => {
        const id = await addPaper(visitor, agent);
        await summarize(visitor, id);
        return `/documents/${id}/summary/approval`;
      }),
  },
  {
    pattern: "/documents/:documentId/summary/approval/removal",
    button: "Hide from clients",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) =>
      openUnsent(visitor, agent, "Hide from clients", async () => {
        const id = await addPaper(visitor, agent);
        await summarize(visitor, id);
        await visitor.open(`/documents/${id}/summary/approval`);
        await visitor.submitOnly({}, { button: "Approve for clients" });
        return `/documents/${id}/summary/approval/removal`;
      }),
  },
];

/** The document that is picked by its name: a new one each time, since each is analyzed once. By agent. */
const pickedName = "Pick this.txt";
const pickedBefore = new Map<string, string>();

const addPaper = (visitor: Visitor, { packageId }: SeededAgent) =>
  uploadDocument(visitor, paper(), `?package=${packageId}`);

/** Where the last form of its kind was opened, by agent and button: what makes it takes long, and mostly it is not sent. */
const opened = new Map<string, string>();

/** For when a form was taken for sent although nothing was done: the next one is about something else. */
export function forgetOpened(): void {
  opened.clear();
}

/** Opens a page whose form was not sent yet. @param make what it is about, and gives its address */
async function openUnsent(
  visitor: Visitor,
  { accountId }: SeededAgent,
  button: string,
  make: () => Promise<string>,
): Promise<Visit> {
  const key = `${accountId} ${button}`;
  const path = opened.get(key);
  const page = path === undefined ? null : await visitor.open(path);
  if (page?.url.pathname === path && page?.document.querySelector("main form button")?.text.trim() === button)
    return page;
  const made = await make();
  opened.set(key, made);
  return visitor.open(made);
}
