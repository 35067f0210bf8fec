/** What agents do, step by step, on a service that is not ours: each works, is not offered, or is wrong. */
import { oneLine, type Values } from "#tests/support/form-entries.ts";
import { fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import type { Held } from "./records.ts";
import type { ForeignService } from "./service.ts";

type Verdict = "works" | "not offered";

/** Somebody's work on one service. */
export interface Work {
  readonly service: ForeignService;
  readonly agent: Visitor;
  readonly colleague: Visitor;
  /** What the service refused while pages were opened. */
  readonly refused: string[];
  /** Pages by their patterns. */
  readonly opened: Map<string, Visit>;
}

/** @throws StepWrong, or anything else: then the step is wrong, too */
export type Step = (work: Work) => Promise<Verdict>;

/** What a page or a record shows is not so. */
class StepWrong extends Error {
  constructor(said: string, page?: Visit) {
    super(page === undefined ? said : `${said} ${shown(page)}`);
  }
}

function shown({ status, url, document }: Visit): string {
  const text = oneLine((document.querySelector("main") ?? document).text);
  return `(${status} ${url.pathname}${url.search}: ${text.slice(0, 500)})`;
}

function check(isRight: boolean, said: string, page?: Visit): void {
  if (!isRight) throw new StepWrong(said, page);
}

/** The words with which a page tells that a service lacks what it is about. */
const lacks = /connected service (?:doesn|can)['’]t/;

async function newest({ service }: Work): Promise<Held> {
  const clients = await service.held("clients");
  const sorted = clients.toSorted((a, b) => String(b.values.inserted_at).localeCompare(String(a.values.inserted_at)));
  const found = sorted.find(({ values }) => String(values.name).startsWith("Client "));
  if (found === undefined) throw new StepWrong("There are no clients.");
  return found;
}

const named = async ({ service }: Work, name: string) =>
  (await service.held("clients")).filter(({ values }) => values.name === name);

const one = encodeURIComponent;
const namesOn = ({ document }: Visit) => document.querySelectorAll("a.row-link").map(({ text }) => text.trim());

/** What answers a page without a frame of its own: files, pictures, what only takes forms. */
const isPage = (file: string) => file.endsWith(".tsx");

/** Pages that are opened side by side. */
const atOnce = 4;

/** Pages of what all of the services have. */
const isMain = /^\/(dashboard|(clients|packages|opportunities)(\/:\w+)?)$/;

/** Every page of clients, properties, opportunities and the dashboard is itself, or says what the service lacks. */
async function openPages(work: Work): Promise<Verdict> {
  const [opportunity] = await work.service.held("opportunities");
  const [property] = await work.service.held("packages");
  const ids: Readonly<Record<string, string>> = {
    id: one((await newest(work)).id),
    packageId: one(property?.id ?? ""),
    opportunityId: one(opportunity?.id ?? ""),
  };
  const all = (await routeAddresses())
    .filter(({ pattern, file }) => /^\/(clients|packages|opportunities|dashboard)\b/.test(pattern) && isPage(file))
    .map(({ pattern }) => pattern)
    .filter((pattern) => [...pattern.matchAll(/:(\w+)/g)].every(([, name = ""]) => name in ids));
  const patterns = [...new Set(all)];
  const wrong: string[] = [];
  const open = async (pattern: string) => [pattern, await work.agent.open(fillPattern(pattern, ids))] as const;
  for (let start = 0; start < patterns.length; start += atOnce) {
    const some = patterns.slice(start, start + atOnce);
    const before = work.service.calls.length;
    for (const [pattern, page] of await Promise.all(some.map(open))) work.opened.set(pattern, page);
    const refused = work.service.calls.slice(before).filter(({ status }) => status >= 400);
    work.refused.push(...refused.map(({ method, url, status }) => `${some.join(" or ")}: ${method} ${url} ${status}`));
  }
  for (const [pattern, page] of work.opened) {
    if (![200, 501].includes(page.status)) wrong.push(`${pattern} ${shown(page)}`);
    if (page.status === 501 && isMain.test(pattern)) wrong.push(`${pattern} is not there ${shown(page)}`);
    const failed = page.text.match(/[\w ,']{0,60}couldn['’]t be loaded/g);
    if (failed !== null) wrong.push(`${pattern} says: ${failed.join("; ")}`);
  }
  check(wrong.length === 0, `${wrong.length} of ${patterns.length} pages:\n${wrong.join("\n")}`);
  return "works";
}

/** No page leads to one that the service has nothing for. */
async function followLinks({ agent, opened }: Work): Promise<Verdict> {
  const addresses = new Map([...opened].map(([pattern, { url }]) => [url.pathname, pattern]));
  const found = new Map<string, Set<string>>();
  for (const [pattern, page] of opened) {
    const links = page.document.querySelectorAll("a[href], form[method=get][action]");
    for (const link of links) {
      const url = new URL(link.getAttribute("href") ?? link.getAttribute("action") ?? "", page.url);
      const path = url.pathname.replace(/\/$/, "");
      if (page.status === 200 && url.origin === page.url.origin && isOfOne(path, addresses))
        found.set(path, (found.get(path) ?? new Set()).add(pattern));
    }
  }
  const wrong: string[] = [];
  for (const [path, from] of found) {
    const pattern = addresses.get(path);
    const { status } = pattern === undefined ? await agent.open(path) : (opened.get(pattern) ?? agent.page);
    if (status >= 400) wrong.push(`${status} ${pattern ?? path}, from ${from.size} pages, as ${[...from][0]}`);
  }
  check(wrong.length === 0, `${wrong.length} of ${found.size} links:\n${wrong.join("\n")}`);
  return "works";
}

/** Whether an address is of no record, or of one whose pages were opened. */
function isOfOne(path: string, addresses: ReadonlyMap<string, string>): boolean {
  if (/^\/(pictures|sign-out|settings|workspace|account)\b|\.\w+$/.test(path)) return false;
  const [, list, id] = path.split("/");
  return id === undefined || addresses.has(`/${list}/${id}`);
}

/** Nothing is asked for that the description says is not there. */
async function refuseNothing({ refused }: Work): Promise<Verdict> {
  check(refused.length === 0, `${refused.length} calls of these pages are refused:\n${refused.join("\n")}`);
  return "works";
}

/** The list is followed to its end, which is proven, or is said not to be. */
async function listClients(work: Work): Promise<Verdict> {
  const all = (await work.service.held("clients")).length;
  let page = await work.agent.open("/clients/");
  check(page.status === 200, "The list does not open.", page);
  const [first] = namesOn(page);
  const { values } = await newest(work);
  const orders = page.document.querySelectorAll("select[name=sort] option").map(({ text }) => text.trim());
  if (orders.includes("Newest")) check(first === values.name, `${first} is not the newest.`, page);
  const total = /of ([\d,]+) results/.exec(page.text)?.[1];
  if (total !== undefined) check(Number(total) === all, `It says that there are ${total}, and there are ${all}.`, page);
  const seen = namesOn(page);
  for (let turned = 0; turned < 10; turned += 1) {
    const next = page.document.querySelectorAll(".foot a[href]").find(({ text }) => text.trim() === "Next");
    if (next === undefined) break;
    page = await work.agent.open(new URL(next.getAttribute("href") ?? "", page.url));
    check(page.status === 200, "Another page does not open.", page);
    seen.push(...namesOn(page));
  }
  check(new Set(seen).size === seen.length, "A client is listed twice.", page);
  if (seen.length === all) return "works";
  check(/There may be more/.test(page.text), `It shows ${seen.length} of ${all} clients without a word.`, page);
  return "not offered";
}

/** A client's page shows what the service has of them, and deals of nobody else. */
async function openClient(work: Work): Promise<Verdict> {
  const { id, values } = await newest(work);
  const page = await work.agent.open(`/clients/${one(id)}`);
  check(page.status === 200, "The page does not open.", page);
  check(page.document.querySelector("h1")?.text.trim() === values.name, "It is about somebody else.", page);
  for (const name of ["email", "phone_number"] as const) {
    const value = values[name];
    if (typeof value === "string")
      check(page.text.replaceAll(/\D/g, "").includes(value.replaceAll(/\D/g, "")), `It lacks ${value}.`, page);
  }
  const packages = new Map((await work.service.held("packages")).map((held) => [held.id, String(held.values.street)]));
  const deals = await work.service.held("opportunities");
  const own = deals
    .filter(({ values }) => values.client === id)
    .map(({ values }) => packages.get(String(values.package)));
  const shown = [...page.text.matchAll(/\d+ Alder Lane/g)].map(([street]) => street);
  check(
    shown.every((street) => own.includes(street)),
    `It shows deals of others: ${shown}.`,
    page,
  );
  if (own.every((street) => street !== undefined && shown.includes(street))) return "works";
  check(lacks.test(page.text), "It does not say why it shows no deals.", page);
  return "not offered";
}

/** A search finds whom it names and nobody else, or there is no field for one. */
async function search(work: Work): Promise<Verdict> {
  const { values } = await newest(work);
  const page = await work.agent.open(`/clients/?${new URLSearchParams({ q: String(values.name) })}`);
  check(page.status === 200, "The list does not open.", page);
  if (page.document.querySelector(".tools input[name=q]") === null) {
    check(lacks.test(page.text) || namesOn(page).length === 0, "It shows everybody without a word.", page);
    return "not offered";
  }
  check(namesOn(page).join() === values.name, `It finds ${namesOn(page).join()}.`, page);
  return "works";
}

const nia = { name: "Nia Park", email: "nia@client.example", phoneNumber: "+1 555 0177" };
const isOffered = (page: Visit) => page.status !== 501;

async function createClient(work: Work): Promise<Verdict> {
  const form = await work.agent.open("/clients/new");
  if (!isOffered(form)) return "not offered";
  const page = await work.agent.submit(nia, { form: "main form, dialog form", button: "Create client" });
  const [made, ...more] = await named(work, nia.name);
  check(page.status === 200, "It is not answered.", page);
  check(
    made !== undefined && more.length === 0,
    `There are ${made === undefined ? 0 : more.length + 1} of them.`,
    page,
  );
  const digits = String(made?.values.phone_number).replaceAll(/\D/g, "");
  check(digits === "15550177" && made?.values.email === nia.email, `It keeps ${JSON.stringify(made?.values)}.`, page);
  return "works";
}

/** Tells people to make sure before they send something again. */
const looks = /look whether it is there|check whether it(?: is|['’]s) there/i;

/** The service writes, and the connection ends. Sent again, there is one client still; or people were told before to look for it. */
async function loseAnswer(work: Work): Promise<Verdict> {
  const typed = { name: "Lost Park", email: "lost@client.example", phoneNumber: "+1 555 0178" };
  const form = await work.agent.open("/clients/new");
  if (!isOffered(form)) return "not offered";
  work.service.loseAnswers(true);
  const first = await work.agent.submit(typed, { button: "Create client" });
  work.service.loseAnswers(false);
  check(!/not saved|nothing was saved|not created/i.test(first.text), "It says what is not known.", first);
  check(isSaved(first) || looks.test(first.text) || isOnce(first), "It does not say what to do.", first);
  const again = isSaved(first) ? first : await work.agent.submit({}, { button: "Create client" });
  const count = (await named(work, typed.name)).length;
  check(count === 1 || (looks.test(first.text) && !isOnce(first)), `There are ${count} of them.`, first);
  check(isSaved(again) || looks.test(again.text), "Sent again, it is neither saved nor to be looked for.", again);
  return "works";
}

const isOnce = ({ text }: Visit) => /only once/i.test(text);

async function openEdit(visitor: Visitor, id: string): Promise<Visit> {
  return visitor.open(`/clients/${one(id)}/edit`);
}

const saving = { button: "Save changes" } as const;
const phone = (digits: string) => ({ phoneNumber: `+1 555 ${digits}` });
const isSaved = ({ status }: Visit) => status === 200;

/** Who saves over somebody else's words is asked first, one after the other and at one moment; other fields are kept. */
async function editByTwo(work: Work): Promise<Verdict> {
  const { id } = await newest(work);
  const { agent, colleague } = work;
  const values = async () => (await work.service.held("clients")).find((held) => held.id === id)?.values ?? {};
  const digits = async () => String((await values()).phone_number).replaceAll(/\D/g, "");
  const form = await openEdit(agent, id);
  if (!isOffered(form)) return "not offered";
  await openEdit(colleague, id);
  const first = await agent.submit(phone("0181"), saving);
  check(isSaved(first) && (await digits()) === "15550181", "The first is not saved.", first);
  const second = await colleague.submit(phone("0182"), saving);
  check(!isSaved(second) && (await digits()) === "15550181", "The second is not asked.", second);
  check(second.text.includes("0181") && second.html.includes("0182"), "It does not show both.", second);

  await Promise.all([openEdit(agent, id), openEdit(colleague, id)]);
  work.service.slowDown(30);
  const both = await Promise.all([agent.submit(phone("0183"), saving), colleague.submit(phone("0184"), saving)]);
  work.service.slowDown(0);
  const saved = both.filter(isSaved).length;
  check(saved === 1, `At one moment ${saved} are told that it is saved.`, both[0]);
  const kept = isSaved(both[0]) ? "15550183" : "15550184";
  check((await digits()) === kept, `Saved is ${kept}, kept is ${await digits()}.`);

  await Promise.all([openEdit(agent, id), openEdit(colleague, id)]);
  const apart = await Promise.all([
    agent.submit(phone("0185"), saving),
    colleague.submit({ email: "two@client.example" }, saving),
  ]);
  check(apart.some(isSaved), "Of two fields none is saved.", apart[0]);
  const { email } = await values();
  check(!isSaved(apart[0]) || (await digits()) === "15550185", "A phone number is said to be saved, and is not.");
  check(!isSaved(apart[1]) || email === "two@client.example", "An email is said to be saved, and is not.");
  return "works";
}

/** Says that names cannot be looked up. */
const cannotSearch = /(?:can|doesn)['’]t (?:have|offer)?[\w ]*search/;

/** A deal of the client and the property that the address names; and of those that are typed, or the page says why not. */
async function openDeal(work: Work): Promise<Verdict> {
  const [clients, packages] = [await work.service.held("clients"), await work.service.held("packages")];
  const [client, property] = [await newest(work), packages.at(-1)];
  const query = new URLSearchParams({ client: client.id, package: property?.id ?? "" });
  const form = await work.agent.open(`/opportunities/new?${query}`);
  if (!isOffered(form)) return "not offered";
  check(form.html.includes(String(client.values.name)), "The client is not filled in.", form);
  const page = await openOne(work, {}, { client: client.id, package: property?.id });
  check(isSaved(page), "It is not saved.", page);

  const [other, first] = [clients.find(({ id }) => id !== client.id), packages[0]];
  await work.agent.open("/opportunities/new");
  const typed = { client: String(other?.values.name), property: String(first?.values.street) };
  const asked = await openOne(work, typed, { client: other?.id, package: first?.id });
  const isRefused = asked.status < 500 && cannotSearch.test(asked.text);
  check(isSaved(asked) || isRefused, "Typed, it is not opened.", asked);
  return "works";
}

/** Sends the form that is open. What it says is saved is kept, once. */
async function openOne(work: Work, typed: Values, pair: Readonly<Record<string, unknown>>): Promise<Visit> {
  const before = (await work.service.held("opportunities")).length;
  const page = await work.agent.submit(typed, { button: "Open opportunity" });
  const deals = await work.service.held("opportunities");
  const made = deals.at(-1);
  check(deals.length === before + (isSaved(page) ? 1 : 0), `There are ${deals.length - before} more.`, page);
  const isRight = made?.values.client === pair.client && made?.values.package === pair.package;
  check(!isSaved(page) || isRight, `It keeps ${JSON.stringify(made)}.`, page);
  return page;
}

async function archive(work: Work): Promise<Verdict> {
  const { id } = await newest(work);
  const page = await work.agent.open(`/clients/${one(id)}`);
  const isShown = page.document.querySelectorAll("[href$='/archival'], [action$='/archival']").length > 0;
  const asked = await work.agent.open(`/clients/${one(id)}/archival`);
  check(!isShown, "It is offered where there is no such call.", page);
  check(asked.status === 501, "Its page does not say that it is not offered.", asked);
  return "not offered";
}

/** All of the list is in the file, or a sentence is in its place. */
async function exportClients(work: Work): Promise<Verdict> {
  const all = await work.service.held("clients");
  const answer = await work.agent.request("/clients/export.csv");
  const text = await answer.text().catch(() => "");
  if (answer.status !== 200) {
    check(/[a-z]{3,} [a-z]{2,}/i.test(text), `It answers ${answer.status} without a word.`);
    return "not offered";
  }
  const missing = all.filter(({ values }) => !text.includes(String(values.email)));
  check(missing.length === 0, `It lacks ${missing.length} of ${all.length} clients.`);
  return "works";
}

/** In their order: later steps find what earlier ones left. */
export const steps = {
  pages: openPages,
  calls: refuseNothing,
  links: followLinks,
  list: listClients,
  client: openClient,
  search,
  create: createClient,
  "lost answer": loseAnswer,
  "edit by two": editByTwo,
  deal: openDeal,
  archive,
  export: exportClients,
} as const satisfies Readonly<Record<string, Step>>;
