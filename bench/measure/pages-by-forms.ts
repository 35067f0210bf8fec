/** Pages whose address names what a form has to make first: opened as the tests of these forms open them. */

import { emailConfirmationForm } from "#tests/support/account-forms.ts";
import { findMailedLink } from "#tests/support/agent.ts";
import { assignmentForms } from "#tests/support/assignment-forms.ts";
import { billingForms } from "#tests/support/billing-forms.ts";
import { agentForms } from "#tests/support/forms.ts";
import { memberForms } from "#tests/support/member-forms.ts";
import { mergeForms } from "#tests/support/merge-forms.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { trashForms } from "#tests/support/trash-forms.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { workspaceForms } from "#tests/support/workspace-forms.ts";
import { cookieHeader } from "./product.ts";

export interface OpenedByForm {
  /** With its query. */
  readonly path: string;
  /** The Cookie header of whoever may see it; "" for a page before the sign-in. */
  readonly cookie: string;
}

const confirmation = "/workspace/confirmations/:token";

/** Gives these pages by their patterns, all but one of a newly registered agent. */
export async function openByForms(origin: string): Promise<ReadonlyMap<string, OpenedByForm>> {
  const agent = await registerSeededAgent(origin);
  const paths = new Map<string, string>();
  for (const form of [
    ...assignmentForms,
    ...billingForms,
    ...memberForms,
    ...mergeForms,
    ...trashForms,
    ...workspaceForms,
    // Of a file that is not imported yet.
    ...agentForms.filter(({ pattern }) => pattern === "/clients/imports/:importId/columns"),
  ]) {
    const { url } = await form.open(agent.visitor, agent);
    paths.set(form.pattern, url.pathname + url.search);
  }
  // The request that waits since then leads on from there.
  paths.delete("/settings/billing/plans/:plan");
  // Its owner is at what they asked for last: the deletion of the workspace.
  const mailed = await findMailedLink(agent.visitor, agent.email, "/workspace/confirmations/");
  paths.set(confirmation, new URL(mailed, origin).pathname);
  const cookie = cookieHeader(agent.visitor);
  await agent.visitor.close();
  const visitor = new Visitor(origin);
  const { pathname } = (await emailConfirmationForm.open(visitor, agent)).url;
  await visitor.close();
  const opened = new Map([...paths].map(([pattern, path]) => [pattern, { path, cookie }]));
  return opened.set(emailConfirmationForm.pattern, { path: pathname, cookie: "" });
}
