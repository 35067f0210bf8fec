import { http } from "msw";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient, type PortalClient, placeFieldsOf } from "#tests/support/portal-client.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const made = z.object({ data: z.object({ id: z.string() }) });

async function addTask(agency: Agency, clientId: string, task: object): Promise<string> {
  const attributes = { about: { type: "client", id: clientId }, isVisibleToClient: true, ...task };
  return made.parse(await agency.call("POST", "/tasks", attributes)).data.id;
}

/** An opportunity of a client, with a showing in years that is confirmed. */
async function addShowing(agency: Agency, { record }: Pick<PortalClient, "record">) {
  const property = await agency.addPackage({ timeZone: "America/Los_Angeles" });
  const pair = { clientId: record.id, packageId: property.id };
  const opportunityId = made.parse(await agency.call("POST", "/opportunities", pair)).data.id;
  const visit = { opportunityId, startsAt: "2031-05-01T17:00:00Z", note: "The key is under the mat." };
  const showingId = made.parse(await agency.call("POST", "/showings", visit)).data.id;
  await agency.call("POST", `/showings/${showingId}/confirmation`, {});
  return { property, opportunityId, showingId };
}

test("a client sees the tasks that are marked visible, ticks one off, and takes that back", async ({ app, agency }) => {
  const client = await newPortalClient(app, agency);
  const { visitor, record } = client;
  await addTask(agency, record.id, { title: "Send us your letter", dueOn: "2031-03-01" });
  await addTask(agency, record.id, { title: "Our own note", isVisibleToClient: false });
  const home = await visitor.open("/client-portal/dashboard");
  expect(home.text).toContain("Send us your letterBy Saturday, March 1, 2031");
  expect(home.text).not.toContain("Our own note");
  const done = await visitor.submit({}, { button: "Mark as done" });
  expect([done.url.pathname, done.text.includes("Not done yet")]).toEqual(["/client-portal/dashboard", true]);
  const staff = agency.owner.visitor;
  expect((await staff.open(`/clients/${record.id}/activity`)).text).toMatch(/Task completed.*Nora Lind/);
  expect((await visitor.submit({}, { button: "Not done yet" })).text).toContain("Mark as done");
});

test("a task takes its document: sending it is done, for this client's tasks alone, and what is refused leaves it open", async ({
  app,
  agency,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const title = "Send us your pre-approval letter";
  await addTask(agency, record.id, { title });
  await visitor.open("/client-portal/dashboard");
  const page = await visitor.follow("Send a document");
  expect(page.document.querySelector("h1")?.text).toBe(title);
  const button = "Send document";
  const empty = await visitor.submit({}, { button, files: [new File([], "letter.pdf")] });
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("letter.pdf is empty.")]);
  expect((await visitor.open("/client-portal/dashboard")).text).toContain("Mark as done");
  await visitor.open(page.url.pathname);
  const sent = await visitor.submit({}, { button, files: [new File(["%PDF-1.7\n"], "letter.pdf")] });
  expect(sent.url.pathname).toBe("/client-portal/dashboard");
  expect(sent.text).toContain("Your document is sent, and this is done.");
  expect(sent.text).toMatch(/Send us your pre-approval letter ?Done/);
  expect((await visitor.open("/client-portal/dashboard/documents")).text).toContain("letter.pdf");
  const staff = await agency.owner.visitor.open(`/clients/${record.id}/activity`);
  expect(staff.text).toMatch(/Task completed.*Nora Lind.*Document added.*Nora Lind/);

  const { visitor: stranger } = await newPortalClient(app, agency);
  await stranger.open("/client-portal/dashboard/documents");
  const form = stranger.page.document.querySelector("main form");
  form?.setAttribute("action", page.url.pathname);
  expect((await stranger.submit({}, { button, files: [new File(["%PDF-1.7\n"], "mine.pdf")] })).status).toBe(404);
  expect((await stranger.open(page.url.pathname)).status).toBe(404);
  expect((await stranger.open("/client-portal/dashboard/documents")).text).not.toContain("mine.pdf");
});

test("a task that repeats is followed by its next when the client ticks it off", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  await addTask(agency, record.id, { title: "Water the plants", dueOn: "2031-03-01", repeat: "weekly" });
  await visitor.open("/client-portal/dashboard");
  const { document } = await visitor.submit({}, { button: "Mark as done" });
  const titles = document.querySelectorAll(".rows b").map((title) => title.text);
  expect(titles).toEqual(["Water the plants", "Water the plants"]);
});

test("what comes next has a file for the calendar each, in the time zone of the property", async ({ app, agency }) => {
  const client = await newPortalClient(app, agency);
  const { showingId } = await addShowing(agency, client);
  const { text, document } = await client.visitor.open("/client-portal/dashboard");
  expect(text).toMatch(/Showing at .*Thursday, May 1, 2031 at 10:00.AM PDT, about 30 minutes/);
  // What the agent wrote for colleagues is not for the client.
  expect(text).not.toContain("under the mat");
  const address = document.querySelector(`a[href$="/dates/showing-${showingId}/calendar.ics"]`)?.getAttribute("href");
  const file = await client.visitor.request(address ?? "");
  const calendar = await file.text();
  expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(calendar).toContain("DTSTART;TZID=America/Los_Angeles:20310501T100000");
  expect(calendar).toContain(`UID:showing-${showingId}`);
  expect(calendar).not.toContain("under the mat");
  await agency.call("POST", `/showings/${showingId}/cancellation`, {});
  expect((await client.visitor.open("/client-portal/dashboard")).text).not.toContain("Showing at");
});

test("nobody is told of offers due for a property that somebody has bought", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const { property } = await addShowing(agency, { record });
  const offerDueAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await agency.call("PATCH", `/packages/${property.id}`, { offerDueAt });
  const isTold = async () => (await visitor.open("/client-portal/dashboard")).text.includes("Offers due");
  expect(await isTold()).toBe(true);
  const other = await agency.addClient();
  const pair = { clientId: other.id, packageId: property.id };
  const { id } = made.parse(await agency.call("POST", "/opportunities", pair)).data;
  const price = { amount: "640000", currency: "USD" };
  // Yesterday in Greenwich has begun wherever the property is.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const move = (attributes: object) => agency.call("POST", `/opportunities/${id}/moves`, attributes);
  await move({ from: "open", to: "offer_sent", price });
  await move({ from: "offer_sent", to: "offer_accepted", price, acceptedOn: day });
  await move({ from: "offer_accepted", to: "closed", closedOn: day });
  expect(await isTold()).toBe(false);
});

test("another client's tasks and dates are Not Found, in the same workspace and in another", async ({
  app,
  agency,
}) => {
  const mine = await newPortalClient(app, agency);
  const other = await newPortalClient(app, agency);
  const taskId = await addTask(agency, other.record.id, { title: "Theirs" });
  const hidden = await addTask(agency, mine.record.id, { title: "Hidden", isVisibleToClient: false });
  const { showingId } = await addShowing(agency, other);
  const { visitor } = mine;
  const before = (await other.visitor.open("/client-portal/dashboard")).text;
  const nobodys = "00000000-0000-4000-8000-000000000000";
  const own = new URLSearchParams(await placeFieldsOf(visitor));
  for (const id of [taskId, hidden, nobodys, "1"]) {
    for (const below of ["", "/removal"]) {
      const sent = await visitor.send(`/client-portal/dashboard/tasks/${id}/completion${below}`, own);
      expect([sent.status, sent.text]).toEqual([404, expect.stringContaining("We can't find this page")]);
    }
  }
  const dates = [`showing-${showingId}`, `showing-${nobodys}`, "showing", "%00"];
  for (const id of dates)
    expect((await visitor.open(`/client-portal/dashboard/dates/${id}/calendar.ics`)).status).toBe(404);
  expect((await other.visitor.open("/client-portal/dashboard")).text).toBe(before);
});

test("a person changes name, phone number and language, and the agent sees them", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  await visitor.open("/client-portal/dashboard/me");
  const typed = { name: "Nora Lindqvist", phoneNumber: "(206) 555-0101", language: "es" };
  const saved = await visitor.submit(typed, { button: "Save" });
  expect(saved.html).toContain('<html lang="es">');
  expect(saved.text).toContain("Sus datos están guardados.");
  expect(saved.text).toContain("Cerrar");
  const staff = await agency.owner.visitor.open(`/clients/${record.id}`);
  expect(staff.text).toContain("Nora Lindqvist");
  expect(staff.text).toContain("(206) 555-0101");
  const kept = await visitor.submit({ phoneNumber: "1" }, { button: "Guardar" });
  expect([typedIn(kept, "phoneNumber"), kept.text]).toEqual(["1", expect.stringContaining("no se puede llamar")]);
  const wrong = await visitor.submit({ name: "" }, { button: "Guardar" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Una cosa por corregir");
  expect(wrong.text).toContain("Escriba su nombre.");
});

test("a person sees where they are signed in, and ends a sign-in from elsewhere", async ({ app, agency }) => {
  const client = await newPortalClient(app, agency);
  const phone = app.visitor();
  await phone.open("/client-portal/login");
  await phone.submit({ email: client.email });
  const { text } = (await app.mailer.recent(50)).find(({ to }) => to === client.email) ?? { text: "" };
  await phone.submit({ code: /\b\d{6}\b/.exec(text)?.[0] ?? "" });
  expect(phone.page.url.pathname).toBe("/client-portal/dashboard");
  const me = await client.visitor.open("/client-portal/dashboard/me");
  const [signIns] = me.document.querySelectorAll("section.sec").filter((card) => card.text.includes("signed in"));
  expect(signIns?.querySelectorAll("ul.rows li")).toHaveLength(2);
  expect((await client.visitor.submit({}, { button: "End" })).text).toContain("That sign-in has ended.");
  expect((await phone.open("/client-portal/dashboard")).url.pathname).toBe("/client-portal/login");
  const other = await newPortalClient(app, agency);
  const link = client.visitor.page.document.querySelector("form[action$='/removal']");
  expect(link).toBeNull();
  const theirs = await app.database.pool.query<{ id: string }>(
    "select id from upstream.sessions where client_email = $1",
    [other.email],
  );
  const own = new URLSearchParams(await placeFieldsOf(client.visitor));
  const stolen = `/client-portal/dashboard/me/sign-ins/${theirs.rows[0]?.id}/removal`;
  expect((await client.visitor.send(stolen, own)).status).toBe(404);
  expect((await other.visitor.open("/client-portal/dashboard")).status).toBe(200);
});

test("someone whom several workspaces invited chooses one, and goes on in another", async ({ app, agency }) => {
  const { visitor, email } = await newPortalClient(app, agency);
  const second = await startAgency(app);
  const record = await second.addClient({ name: "Nora Second", email });
  await second.call("POST", "/portal_invitations", { clientId: record.id });
  await visitor.open("/client-portal/login");
  const phone = app.visitor();
  await phone.open("/client-portal/login");
  await phone.submit({ email });
  const { text } = (await app.mailer.recent(50)).find(({ to }) => to === email) ?? { text: "" };
  await phone.submit({ code: /\b\d{6}\b/.exec(text)?.[0] ?? "" });
  expect(phone.page.url.pathname).toBe("/client-portal/dashboard");
  const chosen = await phone.follow("Invitation: Nora Second");
  expect(chosen.url.pathname).toBe("/client-portal/workspaces");
  // The second has invited them and is not accepted: it is offered by its name.
  const offered = chosen.document.querySelectorAll("main button").map(({ text }) => text);
  expect(offered).toEqual([expect.stringMatching(/^Nora Lind, /), expect.stringMatching(/^Accept: Nora Second, /)]);
  const opened = await phone.submit({}, { form: "main section form", button: offered[1] ?? "" });
  expect(opened.url.pathname).toBe("/client-portal/dashboard");
  expect(opened.text).toContain("Home search of Nora Second");
  await phone.follow("Another home search");
  const nobodys = new URLSearchParams({ household: "00000000-0000-4000-8000-000000000000" });
  expect((await phone.send("/client-portal/workspaces", nobodys)).status).toBe(404);
});

test("the button beside the agent leads to the messages, and to an email only where none can be written", async ({
  app,
  agency,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  const home = await visitor.open("/client-portal/dashboard");
  expect(home.document.querySelector('.agent a[href^="mailto:"]')).toBeNull();
  const messages = await visitor.follow("Write a message");
  expect([messages.url.pathname, messages.status]).toEqual(["/client-portal/dashboard/messages", 200]);
  app.use(
    http.get("*/api/sessions/current", async ({ request }) => {
      const answer = await app.forward(request);
      return new Response((await answer.text()).replaceAll('"unread_messages"', '"of_nothing"'), answer);
    }),
  );
  onTestFinished(() => app.resetHandlers());
  expect((await visitor.open("/client-portal/dashboard")).text).toContain("Send an email");
});
