/** The forms about tasks and their templates. */

import { randomUUID } from "node:crypto";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import type { Visit, Visitor } from "./visitor.ts";

const nothing = () => ({});
const tag = (): string => randomUUID().slice(0, 8);
const quick = () => ({ title: `Call the lender ${tag()}`, dueOn: "2031-03-02" });
const whole = () => ({ ...quick(), repeat: "weekly" });
const template = () => ({ title: `Send flowers ${tag()}`, start: "lost", dueInDays: "3" });

export const taskForms: readonly AgentForm[] = [
  {
    pattern: "/tasks",
    button: "Add task",
    does: "makes",
    typed: quick,
    open: (visitor) => visitor.open("/tasks"),
  },
  {
    pattern: "/tasks/new",
    button: "Add task",
    does: "makes",
    typed: whole,
    open: (visitor, { clientId }) => visitor.open(`/tasks/new?about=client.${clientId}`),
  },
  {
    pattern: "/tasks/:taskId/edit",
    button: "Save changes",
    does: "changes",
    typed: () => ({ ...quick(), repeat: "monthly" }),
    open: (visitor, { taskId }) => visitor.open(`/tasks/${taskId}/edit`),
  },
  {
    pattern: "/tasks/:taskId/due",
    button: "Save due date",
    does: "changes",
    typed: () => ({ dueOn: "2031-04-05" }),
    open: (visitor, { taskId }) => visitor.open(`/tasks/${taskId}/due`),
  },
  {
    pattern: "/tasks/:taskId/completion",
    button: "Mark as done",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/tasks/${await addTask(visitor, quick())}/completion`),
  },
  {
    pattern: "/tasks/:taskId/completion/removal",
    button: "Reopen",
    does: "changes",
    typed: nothing,
    open: async (visitor) => openReopening(visitor, await addTask(visitor, quick())),
  },
  {
    pattern: "/tasks/:taskId/removal",
    button: "Remove task",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/tasks/${await addTask(visitor, quick())}/removal`),
  },
  {
    pattern: "/tasks/templates/new",
    button: "Add template",
    does: "makes",
    typed: template,
    open: (visitor) => visitor.open("/tasks/templates/new"),
  },
  {
    pattern: "/tasks/templates/:taskTemplateId/edit",
    button: "Save changes",
    does: "changes",
    typed: template,
    open: (visitor, { taskTemplateId }: SeededAgent) => visitor.open(`/tasks/templates/${taskTemplateId}/edit`),
  },
  {
    pattern: "/tasks/templates/:taskTemplateId/removal",
    button: "Remove template",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/tasks/templates/${await addTaskTemplate(visitor, template())}/removal`),
  },
];

/** Adds a task by the form and gives its id. @param about the record, as in "client.5f…" */
export async function addTask(
  visitor: Visitor,
  typed: Readonly<Record<string, string>> & { readonly title: string },
  about?: string,
): Promise<string> {
  await visitor.open(about === undefined ? "/tasks" : `/tasks/new?about=${about}`);
  await visitor.submitOnly(typed, { button: "Add task" });
  // In a large workspace the list's first page may not have it; the search has it first.
  for (const path of ["/tasks?whose=all", `/search?q=${encodeURIComponent(typed.title)}`]) {
    const { document } = await visitor.open(path);
    const link = document.querySelectorAll('main a[href^="/tasks/"]').find((one) => one.text === typed.title);
    const [, id] = /^\/tasks\/([0-9a-f-]{36})$/.exec(link?.getAttribute("href") ?? "") ?? [];
    if (id !== undefined) return id;
  }
  throw new Error(`No task was added: ${typed.title}`);
}

/** Adds a template by the form and gives its id. */
export async function addTaskTemplate(
  visitor: Visitor,
  typed: Readonly<Record<string, string>> & { readonly title: string },
): Promise<string> {
  await visitor.open("/tasks/templates/new");
  const { document, text } = await visitor.submit(typed, { button: "Add template" });
  const edit = document
    .querySelectorAll("main li")
    .find((row) => row.text.includes(typed.title))
    ?.querySelector("a");
  const [, id] = /\/templates\/([0-9a-f-]{36})\/edit$/.exec(edit?.getAttribute("href") ?? "") ?? [];
  if (id === undefined) throw new Error(`No template was added: ${text.slice(0, 300)}`);
  return id;
}

async function openReopening(visitor: Visitor, id: string): Promise<Visit> {
  await visitor.open(`/tasks/${id}/completion`);
  await visitor.submitOnly({}, { button: "Mark as done" });
  return visitor.open(`/tasks/${id}/completion/removal`);
}
