/** The forms with which the owner of a workspace asks for its deletion, and takes that back. */
import { setTimeout as wait } from "node:timers/promises";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import type { Visit, Visitor } from "./visitor.ts";

/** The form of the deletion, where none is asked for yet. A workspace that was renamed gets its first name back. */
async function openDeletion(visitor: Visitor, { workspaceName }: SeededAgent): Promise<Visit> {
  const page = await visitor.open("/settings/deletion");
  if (page.text.includes("Pending")) {
    await visitor.follow("Withdraw");
    await visitor.submit({}, { button: "Withdraw" });
  }
  const general = await visitor.open("/settings/general");
  const name = general.document.querySelector("input[name=name]")?.getAttribute("value");
  if (name !== undefined && name !== workspaceName)
    await visitor.submit({ name: workspaceName }, { button: "Update workspace" });
  return visitor.open("/settings/deletion");
}

async function openWithdrawal(visitor: Visitor, agent: SeededAgent): Promise<Visit> {
  const page = await openDeletion(visitor, agent);
  if (page.status !== 200) return page;
  await visitor.submit({ workspaceName: agent.workspaceName }, { button: "Email me the link" });
  return visitor.follow("Withdraw");
}

/** The form of an export, once the one before is made. */
async function openExport(visitor: Visitor): Promise<Visit> {
  for (let looks = 0; looks < 200; looks += 1) {
    const page = await visitor.open("/settings/export");
    if (!page.text.includes("Export in progress")) return page;
    await wait(50);
  }
  throw new Error("The export is never made.");
}

/** The page of the samples as `has` says: with them or without. */
async function openSamples(visitor: Visitor, has: boolean): Promise<Visit> {
  const { status, document } = await visitor.open("/dashboard/samples/removal");
  const isThere = document.querySelector("main form") !== null;
  if (status === 200 && isThere && !has) await visitor.submitOnly({}, { button: "Take sample data out" });
  if (status === 200 && !isThere && has) {
    await visitor.open("/dashboard/samples");
    await visitor.submitOnly({}, { button: "Add sample data" });
  }
  return visitor.open(has ? "/dashboard/samples/removal" : "/dashboard/samples");
}

export const workspaceForms: readonly AgentForm[] = [
  {
    pattern: "/dashboard/samples",
    button: "Add sample data",
    does: "makes",
    typed: () => ({}),
    open: (visitor) => openSamples(visitor, false),
  },
  {
    pattern: "/dashboard/samples/removal",
    button: "Take sample data out",
    does: "changes",
    typed: () => ({}),
    open: (visitor) => openSamples(visitor, true),
  },
  {
    pattern: "/settings/export",
    button: "Start export",
    does: "changes",
    typed: () => ({}),
    open: openExport,
  },
  {
    pattern: "/settings/deletion",
    button: "Email me the link",
    does: "makes",
    // What the history says of it, and the email.
    writes: 2,
    typed: ({ workspaceName }) => ({ workspaceName }),
    refused: { workspaceName: "Another workspace" },
    open: openDeletion,
  },
  {
    pattern: "/settings/confirmations/:confirmationId/withdrawal",
    button: "Withdraw",
    does: "changes",
    typed: () => ({}),
    open: openWithdrawal,
  },
];
