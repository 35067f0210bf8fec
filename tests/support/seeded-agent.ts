/** A member of staff whose workspace holds one of everything, each with a text that stands nowhere else. */
import { randomUUID } from "node:crypto";
import { personField, readPerson, workspaceField } from "#app/session/hidden-fields.ts";
import { registerAgent, type TestAgent } from "./agent.ts";
import { addContactRequest } from "./contact-forms.ts";
import type { SeededAgent } from "./form-types.ts";
import { addFinding, addReport, summarize } from "./inspecting.ts";
import { inviteColleague } from "./member-forms.ts";
import { smallPicture } from "./odd-pictures.ts";
import { createLink, createTemplate } from "./package-parts.ts";
import { addTask, addTaskTemplate } from "./task-forms.ts";
import { addView } from "./view-forms.ts";
import type { Visitor } from "./visitor.ts";
import { addReply, sendMessage } from "./written-messages.ts";

/** Registers somebody who seeds their workspace. */
export async function registerSeededAgent(origin: string): Promise<SeededAgent> {
  return seed(await registerAgent(origin));
}

/**
 * Has somebody who is signed in make a client with household and profile, a package, and an archived one of each.
 * @param keeper makes what is the workspace's rather than theirs
 */
export async function seed(agent: TestAgent, keeper: Visitor = agent.visitor): Promise<SeededAgent> {
  const { visitor } = agent;
  const tag = randomUUID().slice(0, 8);
  const client = {
    name: `Orla${tag}`,
    email: `orla.${tag}@client.example`,
    phoneNumber: `+44 20 7946 ${tag.slice(0, 4)}`,
  };
  const person = { name: `Pip${tag}`, email: `pip.${tag}@client.example` };
  const archived = { name: `Zoe${tag}`, email: `zoe.${tag}@client.example` };
  const profile = { preferredAreas: `Area${tag}`, notes: `Note${tag}` };

  const clientId = await createClient(visitor, client);
  await visitor.open(`/clients/${clientId}/people/new`);
  const { accountId, workspaceId } = hiddenIds(visitor);
  await visitor.submit(person, { button: "Add person" });
  const personId = idIn(visitor, /\/people\/([0-9a-f-]{36})\//);
  const invitationId = idIn(visitor, /\/invitations\/([0-9a-f-]{36})\//);
  await visitor.open(`/clients/${clientId}/buyer-profile/edit`);
  await visitor.submitOnly(profile, { button: "Save changes" });
  const wish = { message: `Wish${tag}` };
  const contactRequestId = await addContactRequest(visitor, keeper, { id: clientId, email: client.email }, wish);
  const list = { name: `List${tag}.csv`, content: `Name,Email\nRow${tag},nowhere` };
  const importId = await addImport(visitor, list);
  const addresses = { name: `Places${tag}.csv`, content: `Address,Zip\nPlace${tag},1` };
  const packageImportId = await addPackageImport(visitor, addresses);
  const archivedId = await createClient(visitor, archived);
  await visitor.open(`/clients/${archivedId}/archival`);
  await visitor.submitOnly({}, { button: "Archive client" });

  const property = { street: `Street${tag}`, city: `City${tag}`, zip: `Zip${tag}` };
  const facts = { area: `Quarter${tag}`, schools: `School${tag}`, agentName: `Lister${tag}` };
  const packageId = await createPackage(visitor, { ...property, clientId });
  await visitor.open(`/packages/${packageId}/edit`);
  await visitor.submitOnly({ ...facts, beds: "3", baths: "2.5", sqft: "1840" }, { button: "Save changes" });
  await visitor.open(`/opportunities?client=${clientId}`);
  const opportunityId = idIn(visitor, /href="\/opportunities\/([0-9a-f-]{36})"/);
  const remark = { body: `Remark${tag}` };
  await visitor.open(`/opportunities/${opportunityId}`);
  await visitor.submit(remark, { button: "Add comment" });
  const commentId = idIn(visitor, /\/comments\/([0-9a-f-]{36})\//);
  const visitors = { note: `Lockbox${tag}` };
  const showingId = await addShowing(visitor, opportunityId, { ...visitors, startsAt: "2031-03-01T12:00" });
  const sale = { address: `Sale${tag}`, url: `https://sales.example/${tag}` };
  const sold = { "soldPrice.amount": "850000", sqft: "1800", soldOn: "2026-03-02" };
  await visitor.open(`/packages/${packageId}/comparables/new`);
  await visitor.submit({ ...sale, ...sold }, { button: "Add comparable" });
  const comparableId = idIn(visitor, /\/comparables\/([0-9a-f-]{36})\//);
  const photo = { caption: `Caption${tag}` };
  const photoId = await addPhotos(visitor, packageId, photo);
  const costs = { services: `Survey${tag} 400`, "sources.loan": `Source${tag}` };
  const template = { name: `Template${tag}` };
  const templateId = await createTemplate(visitor, packageId, costs, template);
  const link = { label: `Link${tag}` };
  const shareId = await createLink(visitor, packageId, link);
  const gone = { street: `Gone${tag}` };
  const archivedPackageId = await createPackage(visitor, gone);
  await visitor.open(`/packages/${archivedPackageId}/archival`);
  await visitor.submitOnly({}, { button: "Archive property" });

  const paper = { name: `Paper${tag}.txt`, content: `Content${tag} says that the roof must be repaired.` };
  const documentId = await uploadDocument(visitor, paper, `?package=${packageId}`);
  await summarize(visitor, documentId);
  const finding = { title: `Finding${tag}`, system: `System${tag}`, quote: `Quote${tag}` };
  const findingId = await addFinding(visitor, packageId, { ...finding, severity: "repair" });
  const report = { name: `Report${tag}.txt`, content: `The roof leaks above Loft${tag} and must be repaired` };
  const reportId = await addReport(visitor, packageId, report);
  const folder = { name: `Folder${tag}` };
  const folderId = await createFolder(visitor, folder, `?package=${packageId}`);
  const bin = { name: `Bin${tag}.txt`, content: `Old${tag}` };
  const trashedDocumentId = await uploadDocument(visitor, bin);
  await visitor.open(`/documents/${trashedDocumentId}/trashing`);
  await visitor.submitOnly({}, { button: "Delete document" });

  const chore = { title: `Chore${tag}` };
  const taskId = await addTask(visitor, chore, `client.${clientId}`);
  const habit = { title: `Habit${tag}` };
  const taskTemplateId = await addTaskTemplate(keeper, { ...habit, start: "lost", dueInDays: "3" });

  const view = { name: `View${tag}` };
  const savedViewId = await addView(keeper, { ...view, scope: "workspace" });

  const words = { body: `Words${tag}` };
  const messageId = await sendMessage(visitor, clientId, words);
  const usual = { name: `Usual${tag}`, body: `Reply${tag}` };
  const replyId = await addReply(visitor, usual);
  const colleague = { email: `colleague.${tag}@agents.example` };
  const colleagueInvitationId = await inviteColleague(keeper, colleague.email);

  const places = [
    wish,
    property,
    facts,
    sale,
    photo,
    gone,
    finding,
    remark,
    visitors,
    template,
    link,
    chore,
    habit,
    view,
    words,
    usual,
    colleague,
  ];
  const records = [client, person, archived, profile, ...places, paper, folder, bin, report];
  const typed = records.flatMap((fields) => Object.values(fields));
  const rows = [`List${tag}.csv`, `Row${tag}`, `Places${tag}.csv`, `Place${tag}`];
  const estimated = Object.values(costs).map((text) => text.replace(/ 400$/, ""));
  const secrets = [...typed, ...rows, ...estimated, agent.email, agent.workspaceName, agent.handle];
  const clients = { clientId, personId, invitationId, contactRequestId, archivedId, importId, packageImportId };
  const packages = { packageId, opportunityId, commentId, showingId, comparableId, photoId, archivedPackageId };
  const papers = { documentId, folderId, trashedDocumentId, templateId, shareId, findingId, reportId };
  const tasks = { taskId, taskTemplateId, savedViewId, messageId, replyId, colleagueInvitationId };
  return { ...agent, workspaceId, accountId, ...clients, ...packages, ...papers, ...tasks, secrets };
}

/** Adds two photos to a property, gives the first one these fields, and gives its id. */
export async function addPhotos(
  visitor: Visitor,
  packageId: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  await visitor.open(`/packages/${packageId}/photos`);
  const files = ["front", "kitchen"].map((name) => new File([smallPicture()], `${name}.png`, { type: "image/png" }));
  await visitor.submit({}, { button: "Upload photos", files });
  const photoId = idIn(visitor, /\/photos\/([0-9a-f-]{36})\//);
  await visitor.open(`/packages/${packageId}/photos/${photoId}/edit`);
  await visitor.submitOnly(fields, { button: "Save caption" });
  return photoId;
}

/** Creates a client by the form, who is invited where there is an address, and gives its id. */
export async function createClient(visitor: Visitor, fields: Readonly<Record<string, string>>): Promise<string> {
  await visitor.open("/clients/new");
  await visitor.submitOnly(fields, { button: fields.email ? "Create and invite" : "Create client" });
  await visitor.open(`/clients/?${new URLSearchParams({ q: fields.email ?? "" })}`);
  return idIn(visitor, /\/clients\/([0-9a-f-]{36})/);
}

/** Has a file of clients looked over by the form and gives the id of the import. */
export async function addImport(
  visitor: Visitor,
  file: { readonly name: string; readonly content: string },
): Promise<string> {
  return addFile(visitor, "/clients/imports", file);
}

/** Has a file of properties looked over by the form and gives the id of the import. */
export async function addPackageImport(
  visitor: Visitor,
  file: { readonly name: string; readonly content: string },
): Promise<string> {
  return addFile(visitor, "/packages/imports", file);
}

async function addFile(
  visitor: Visitor,
  imports: string,
  { name, content }: { readonly name: string; readonly content: string },
): Promise<string> {
  await visitor.open(`${imports}/new`);
  const files = [new File([content], name, { type: "text/csv" })];
  const { url } = await visitor.submit({}, { button: "Review import", files });
  const [, id] = /\/imports\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  if (id === undefined) throw new Error(`No file was looked over: ${visitor.page.text.slice(0, 300)}`);
  return id;
}

/** Creates a package by the form and gives its id. */
export async function createPackage(visitor: Visitor, fields: Readonly<Record<string, string>>): Promise<string> {
  await visitor.open("/packages/new");
  const url = await visitor.submitOnly(fields, { button: "Create property" });
  const [, id] = /^\/packages\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  if (id === undefined) throw new Error(`No package was made: ${url}`);
  return id;
}

/** Requests a showing of an opportunity by the form and gives its id. */
export async function addShowing(
  visitor: Visitor,
  opportunityId: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  await visitor.open(`/opportunities/${opportunityId}/showings/new`);
  await visitor.submit(fields, { button: "Request showing" });
  return idIn(visitor, /\/showings\/([0-9a-f-]{36})\/confirmation/);
}

/** Uploads a file by the form and gives the id of its document. @param place the query that names it */
export async function uploadDocument(
  visitor: Visitor,
  file: { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer>; readonly type?: string },
  place = "",
): Promise<string> {
  const { name, content, type = "text/plain" } = file;
  await visitor.open(`/documents/uploads/new${place}`);
  const files = [new File([content], name, { type })];
  await visitor.submitOnly({}, { button: "Upload", files });
  const { document } = await visitor.open(`/documents?${new URLSearchParams({ q: name })}`);
  const tiles = document.querySelectorAll('main li > a[href^="/documents/"]');
  const link = tiles.find((tile) => tile.text.includes(name))?.getAttribute("href");
  const [, id] = /^\/documents\/([0-9a-f-]{36})$/.exec(link ?? "") ?? [];
  if (id === undefined) throw new Error(`No document was made: ${visitor.page.text.slice(0, 300)}`);
  return id;
}

/** Creates a folder by the form and gives its id. @param place the query that names where */
export async function createFolder(
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
  place = "",
): Promise<string> {
  await visitor.open(`/documents/folders/new${place}`);
  const url = await visitor.submitOnly(fields, { button: "Create folder" });
  const [, id] = /^\/documents\/folders\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  if (id === undefined) throw new Error(`No folder was made: ${url}`);
  return id;
}

/** Person and workspace as the open page's form names them. */
export function hiddenIds({ page }: Visitor): { accountId: string; workspaceId: string } {
  const hidden = (name: string) => page.document.querySelector(`main input[name="${name}"]`)?.getAttribute("value");
  const [person, workspaceId] = [hidden(personField), hidden(workspaceField)];
  if (person === undefined || workspaceId === undefined)
    throw new Error(`No form with hidden fields on ${page.url.pathname}: ${page.text.slice(0, 300)}`);
  return { accountId: readPerson(person).id, workspaceId };
}

function idIn({ page }: Visitor, pattern: RegExp): string {
  const [, id] = pattern.exec(page.html) ?? [];
  if (id === undefined)
    throw new Error(`${page.url.pathname} shows nothing like ${pattern}: ${page.text.slice(0, 300)}`);
  return id;
}
