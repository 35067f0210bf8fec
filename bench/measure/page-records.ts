/** The records that pages with an id in their address are opened with, made by the forms or found in the demo. */

import { makeBatch } from "#tests/support/batch-forms.ts";
import { addContactRequest } from "#tests/support/contact-forms.ts";
import { openDeletionRequest, openPortalRequest, openSuggestedProfile } from "#tests/support/portal-forms.ts";
import { addImport, addPackageImport, createClient } from "#tests/support/seeded-agent.ts";
import { addTask, addTaskTemplate } from "#tests/support/task-forms.ts";
import { addView } from "#tests/support/view-forms.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { addReply, sendMessage } from "#tests/support/written-messages.ts";
import { newPapers } from "./papers.ts";
import { cookieHeader, enter } from "./product.ts";

/** The longest client page is the one with a household. */
export async function recordsOf(origin: string, cookie: string): Promise<Readonly<Record<string, string>>> {
  // With a household.
  const id = await firstMatch(`${origin}/clients/?q=priya.raman`, cookie, clientLink);
  const personId = await firstMatch(`${origin}/clients/${id}/`, cookie, /\/people\/([0-9a-f-]{36})\//);
  // The package with the most comparables.
  const packageId = await firstMatch(`${origin}/packages/?q=64th+street`, cookie, packageLink);
  const comparableId = await firstMatch(`${origin}/packages/${packageId}/comparables`, cookie, comparableLink);
  const photoId = await firstMatch(`${origin}/packages/${packageId}/photos`, cookie, /\/photos\/([0-9a-f-]{36})\/edit/);
  const papers = await newPapers(origin, packageId);
  const moved = { ...(await movedOpportunity(origin, id)), ...(await newTasks(origin)) };
  const importId = await importedFile(origin);
  const packageImportId = await reviewedFile(origin);
  const batchId = await newBatch(origin);
  const invitationId = await invitedPerson(origin, id, cookie);
  const memberId = await firstMatch(`${origin}/settings/members`, cookie, /\/members\/([0-9a-f-]{36})\/removal/);
  const said = await newMessages(origin, id);
  return {
    id,
    importId,
    packageImportId,
    batchId,
    invitationId,
    memberId,
    personId,
    packageId,
    comparableId,
    photoId,
    ...moved,
    ...said,
    ...papers,
  };
}

/** What clients and visitors ask for, which staff answer: the paths of those pages. */
export async function requestsOfClients(origin: string): Promise<Readonly<Record<string, string>>> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const { url } = await openPortalRequest(visitor);
    const suggestion = await openSuggestedProfile(visitor);
    const deletion = await openDeletionRequest(visitor);
    const email = `${crypto.randomUUID()}@client.example`;
    const id = await createClient(visitor, { name: "Rita Request", email });
    const requestId = await addContactRequest(visitor, visitor, { id, email }, { message: "Call me." });
    const contact = "/clients/:id/contact-requests/:contactRequestId";
    return {
      "/clients/:id/portal/requests/:requestId": url.pathname,
      "/clients/:id/portal/requests/:requestId/acceptance": suggestion.url.pathname,
      "/clients/:id/portal/requests/:requestId/deletion": deletion.url.pathname,
      [`${contact}/acceptance`]: `/clients/${id}/contact-requests/${requestId}/acceptance`,
      [`${contact}/dismissal`]: `/clients/${id}/contact-requests/${requestId}/dismissal`,
    };
  } finally {
    await visitor.close();
  }
}

/** An invitation to the client portal, for someone of the household who has not accepted it. */
async function invitedPerson(origin: string, clientId: string, cookie: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    await visitor.open(`/clients/${clientId}`);
    // Invited already by an earlier visit.
    await visitor.follow("Invite").then(
      () => visitor.submit({}, { button: "Send invitation" }),
      () => null,
    );
    return await firstMatch(`${origin}/clients/${clientId}`, cookie, /\/invitations\/([0-9a-f-]{36})\/sending/);
  } finally {
    await visitor.close();
  }
}

/** A message to a client, which can be changed for some minutes, and a saved reply. An email that waits is nobody's. */
async function newMessages(origin: string, clientId: string) {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const body = `Shall we measure on Friday? ${crypto.randomUUID()}`;
    const messageId = await sendMessage(visitor, clientId, { body });
    const replyId = await addReply(visitor, { name: `Hours ${crypto.randomUUID()}`, body: "From 9 to 5." });
    return { clientId, messageId, replyId, mailId: crypto.randomUUID() };
  } finally {
    await visitor.close();
  }
}

/** An opportunity whose latest move can be taken back, with a comment and a showing. */
async function movedOpportunity(origin: string, clientId: string) {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    await visitor.open(`/opportunities/new?client=${clientId}`);
    const opened = await visitor.submit({ property: "2 Measured Street" }, { button: "Open opportunity" });
    await visitor.open(`${opened.url.pathname}/stage?to=offer_suggeted`);
    await visitor.submit({ "dealPrice.amount": "640000" }, { button: "Update stage" });
    const commented = await visitor.submit({ body: "They liked the garden." }, { button: "Add comment" });
    const [, commentId = ""] = /\/comments\/([0-9a-f-]{36})\//.exec(commented.html) ?? [];
    await visitor.open(`${opened.url.pathname}/showings/new`);
    const shown = await visitor.submit({ startsAt: "2031-03-01T12:00" }, { button: "Request showing" });
    const [, showingId = ""] = /\/showings\/([0-9a-f-]{36})\//.exec(shown.html) ?? [];
    return { opportunityId: opened.url.pathname.split("/")[2] ?? "", commentId, showingId };
  } finally {
    await visitor.close();
  }
}

/** A change of several records, which can be taken back. */
async function newBatch(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    return await makeBatch(visitor);
  } finally {
    await visitor.close();
  }
}

/** A file with somebody new, imported: it can be taken back. */
async function importedFile(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const content = `Name,Email\nIda Imported,${crypto.randomUUID()}@client.example\nNobody,nowhere\n`;
    const id = await addImport(visitor, { name: "clients.csv", content });
    await visitor.submit({}, { button: "Import these clients, send no emails" });
    return id;
  } finally {
    await visitor.close();
  }
}

/** A file of properties, looked over. */
async function reviewedFile(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    return await addPackageImport(visitor, { name: "properties.csv", content: "Address,Zip\n1 Import Way,98101\n" });
  } finally {
    await visitor.close();
  }
}

/** A task that is open, one that is done, and a template of tasks. */
async function newTasks(origin: string) {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const taskId = await addTask(visitor, { title: "Measure the rooms" });
    const typed = { title: "Send flowers", start: "closed", dueInDays: "3" };
    const doneTaskId = await addTask(visitor, { title: "Measure the garden" });
    await visitor.open(`/tasks/${doneTaskId}/completion`);
    await visitor.submit({}, { button: "Mark as done" });
    return { taskId, doneTaskId, taskTemplateId: await addTaskTemplate(visitor, typed), ...(await newView(visitor)) };
  } finally {
    await visitor.close();
  }
}

/** A saved view of the list of clients. */
async function newView(visitor: Visitor) {
  return { savedViewId: await addView(visitor, { name: `Measured ${crypto.randomUUID()}` }) };
}

/** Nothing of the demo is archived, so that a client and a package are made for the pages that bring them back. */
export async function archivedClient(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const email = `${crypto.randomUUID()}@client.example`;
    await visitor.open("/clients/new");
    await visitor.submit({ name: "Archie Archived", email }, { button: "Create client" });
    const cookie = cookieHeader(visitor);
    const id = await firstMatch(`${origin}/clients/?${new URLSearchParams({ q: email })}`, cookie, clientLink);
    await visitor.open(`/clients/${id}/archival`);
    await visitor.submit({}, { button: "Archive client" });
    return id;
  } finally {
    await visitor.close();
  }
}

export async function archivedPackage(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    await visitor.open("/packages/new");
    const { url } = await visitor.submit(
      { street: "1 Measured Street", city: "Seattle" },
      { button: "Create property" },
    );
    await visitor.open(`${url.pathname}/archival`);
    await visitor.submit({}, { button: "Archive property" });
    return url.pathname.split("/")[2] ?? "";
  } finally {
    await visitor.close();
  }
}

const comparableLink = /\/comparables\/([0-9a-f-]{36})\//;
const packageLink = /href="\/packages\/([0-9a-f-]{36})"/;
const clientLink = /href="\/clients\/([0-9a-f-]{36})/;

async function firstMatch(url: string, cookie: string, pattern: RegExp): Promise<string> {
  const html = await (await fetch(url, { headers: { cookie } })).text();
  const found = html.match(pattern)?.[1];
  if (found === undefined) throw new Error(`${url} shows nothing like ${pattern}`);
  return found;
}
