import { http } from "msw";
import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { messagesOn, versionsOn } from "../page-reading.ts";

const test = sharedAgencyTest();

const failing = (app: Application, path: string, status: number) =>
  app.use(
    http.all(`*${path}*`, ({ request }) => (request.method === "GET" ? undefined : new Response("{}", { status }))),
  );

describe("the household", () => {
  test("a person is added, changed, and removed after a confirmation", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Maya Okafor" });
    await owner.open(`/clients/${id}`);
    expect(owner.page.text).toContain("No one else yet.");
    await owner.open(`/clients/${id}/people/new`);
    const added = await owner.submit({ name: "Ben", email: "ben@client.example" }, { button: "Add person" });
    expect(added.text).toContain("Added to the household: Ben.");
    const edit = added.document.querySelector(`a[href^="/clients/${id}/people/"][href$="/edit"]`)?.getAttribute("href");
    await owner.open(edit ?? "");
    const saved = await owner.submit({ name: "Benjamin" }, { button: "Save changes" });
    expect(saved.text).toContain("Saved: Benjamin.");
    await owner.open(edit ?? "");
    const asked = await owner.follow("Remove from household");
    expect(asked.document.querySelector("h1")?.text).toBe("Remove Benjamin?");
    expect((await agency.readClient(id)).included.map(({ type }) => type)).toContain("client_person");
    const form = fillForm(asked, "Remove person");
    const removed = await owner.submit({}, { button: "Remove person" });
    expect(removed.text).toContain("No one else yet.");
    expect((await post(owner, form)).headers.get("location")).toBe(`/clients/${id}`);
    expect((await owner.open(`/clients/${id}/activity`)).text).toContain("Person removed from the household");
  });

  test("an email that is in the household already is refused beside the field", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await agency.addPerson(id, { name: "Ben", email: "ben@client.example" });
    await owner.open(`/clients/${id}/people/new`);
    const refused = await owner.submit({ name: "Ben again", email: "BEN@client.example" }, { button: "Add person" });
    expect(refused.status).toBe(400);
    expect(messagesOn(refused)).toEqual(["This address belongs to the household already."]);
  });

  test("another client's email is asked about before a person takes it", async ({ agency, owner }) => {
    const other = await agency.addClient({ name: "Stranger Lee", email: "stranger@client.example" });
    await agency.addPerson(other.id, { name: "Kid Lee", email: "kid@client.example" });
    const { id } = await agency.addClient({ name: "Maya Okafor", email: "maya.own@client.example" });
    await owner.open(`/clients/${id}/people/new`);
    const typed = { name: "Ben", email: "STRANGER@client.example" };
    const asked = await owner.submit(typed, { button: "Add person" });
    expect(asked.status).toBe(409);
    expect(asked.text).toContain("Stranger Lee may be the same client.");
    expect(asked.html).toContain(`href="/clients/${other.id}"`);
    const added = await owner.submit({}, { button: "Add person" });
    expect(added.text).toContain("Added to the household: Ben.");
    const edit = added.document.querySelector(`a[href^="/clients/${id}/people/"][href$="/edit"]`)?.getAttribute("href");
    await owner.open(edit ?? "");
    expect((await owner.submit({ name: "Benjamin" }, { button: "Save changes" })).text).toContain("Saved: Benjamin.");
    await owner.open(edit ?? "");
    const again = await owner.submit({ email: "kid@client.example" }, { button: "Save changes" });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("Stranger Lee may be the same client.")]);
    expect((await owner.submit({}, { button: "Save changes" })).text).toContain("Saved: Benjamin.");
  });

  test("a person who changed meanwhile is shown in both versions", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    const person = await agency.addPerson(id, { name: "Ben", email: "ben@client.example" });
    await owner.open(`/clients/${id}/people/${person.id}/edit`);
    await agency.call("PATCH", `/client_people/${person.id}`, { name: "Benny" });
    const conflict = await owner.submit({ name: "Benjamin" }, { button: "Save changes" });
    expect([conflict.status, versionsOn(conflict)]).toEqual([409, ["Name | Benny | Benjamin"]]);
  });
});

describe("archiving", () => {
  test("asks first, keeps everything, and can be restored", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Put Away" });
    await owner.open(`/clients/${id}`);
    expect((await owner.follow("Archive")).document.querySelector("h1")?.text).toBe("Archive Put Away?");
    const form = fillForm(owner.page, "Archive client");
    const archived = await owner.submit({}, { button: "Archive client" });
    expect([archived.url.pathname, archived.text.includes("Client archived: Put Away")]).toEqual(["/clients/", true]);
    expect(archived.document.querySelector("dialog form")?.getAttribute("action")).toBe(
      `/clients/${id}/archival/removal`,
    );
    expect((await post(owner, form)).status).toBe(303);
    const page = await owner.open(`/clients/${id}`);
    expect(page.text).toContain("Archived on");
    expect((await owner.open(`/clients/${id}/archival`)).url.pathname).toBe(`/clients/${id}`);
    await owner.follow("Restore");
    const back = await owner.submit({}, { button: "Restore" });
    expect([back.url.pathname, back.text.includes("Client restored.")]).toEqual([`/clients/${id}`, true]);
    expect((await agency.readClient(id)).client.attributes.archived_at).toBeNull();
    expect((await owner.open(`/clients/${id}/archival/removal`)).url.pathname).toBe(`/clients/${id}`);
  });

  test("shows a failure, and changes nothing", async ({ app, agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/archival`);
    failing(app, `/api/clients/${id}`, 403);
    const refused = await owner.submit({}, { button: "Archive client" });
    expect([refused.status, refused.url.pathname]).toEqual([403, `/clients/${id}/archival`]);
    expect(refused.text).toContain("You don't have permission to do this in this workspace.");
  });
});
