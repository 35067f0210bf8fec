/** The forms that people fill in. */
import { successfulControls } from "#tests/support/form-entries.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { newText, type Person } from "./person.ts";
import { sendUntilSaved } from "./sending.ts";
import type { Writes } from "./writes.ts";

export async function createClient(person: Person): Promise<void> {
  const name = newText(person, "client");
  const email = `${name.replaceAll(" ", ".").toLowerCase()}@client.example`;
  const page = await person.visitor.open("/clients/new");
  await fillAndSend(person, page, "Create client", { name, email, phoneNumber: "206 555 0144" }, ["client", name]);
}

export async function addTask(person: Person): Promise<void> {
  const title = newText(person, "task");
  const page = await person.visitor.open("/tasks");
  await fillAndSend(person, page, "Add task", { title }, ["task", title]);
}

export async function addComment(person: Person): Promise<void> {
  const { document } = await person.visitor.open("/opportunities");
  const links = document.querySelectorAll('main a[href^="/opportunities/"]').map((link) => link.getAttribute("href"));
  const deals = links.filter((link) => link !== undefined && /^\/opportunities\/[0-9a-f-]{36}$/.test(link));
  const deal = deals[Math.floor(Math.random() * deals.length)];
  if (deal === undefined) return;
  const body = newText(person, "comment");
  await fillAndSend(person, await person.visitor.open(deal), "Add comment", { body }, ["comment", body]);
}

/** Fills in the form with this button and sends it; a page without it, as one that failed, is left. */
async function fillAndSend(
  { visitor, writes }: Person,
  page: Visit,
  button: string,
  values: Readonly<Record<string, string>>,
  [kind, text]: Parameters<Writes["begin"]>,
): Promise<void> {
  const forms = page.document.querySelectorAll("form[method=post]");
  const form = forms.find((one) => one.querySelectorAll("button").some((found) => found.text.trim() === button));
  if (form === undefined) return;
  const path = form.getAttribute("action") || page.url.pathname + page.url.search;
  const fields = successfulControls(form, values, button);
  const location = await sendUntilSaved(visitor, writes.begin(kind, text), { path, fields });
  if (location !== null) await visitor.open(location);
}
