import { http } from "msw";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { knowLess } from "#tests/support/lesser-service.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { typedIn, versionsOn } from "../page-reading.ts";

// Clients of a service that has no versions and keeps no keys.

const test = newAgencyTest();
const save = { button: "Save changes" };
/** Without an invitation, which would be a write of its own. */
const maya = { name: "Maya Chen", email: "maya@example.com", phoneNumber: "206 555 0199" };

/** Names of the clients, as the list shows them. */
async function listNames(visitor: Visitor): Promise<string[]> {
  const { document } = await visitor.open("/clients/");
  return document.querySelectorAll("a.row-link").map(({ text }) => text.trim());
}

describe("a client who is changed by two people", () => {
  test("keeps what a colleague entered meanwhile", async ({ app, agency, owner }) => {
    const service = knowLess(app);
    const { id } = await agency.addClient({ name: "Maya", email: "maya@client.example" });
    await owner.open(`/clients/${id}/edit`);
    await agency.call("PATCH", `/clients/${id}`, { phoneNumber: "2065550102" });
    const merged = await owner.submit({ name: "Maya Okafor" }, save);
    expect([merged.status, typedIn(merged, "name"), typedIn(merged, "phoneNumber")]).toEqual([
      409,
      "Maya Okafor",
      "2065550102",
    ]);
    expect(merged.text).toContain("Their changes to other fields are filled in below");
    expect(service.writes).toEqual([]);
    expect((await owner.submit({}, save)).text).toContain("Saved: Maya Okafor.");
    expect(service.writes).toEqual([{ call: `PATCH /clients/${id}`, attributes: { name: "Maya Okafor" } }]);
    expect((await agency.readClient(id)).client.attributes).toMatchObject({
      name: "Maya Okafor",
      phone_number: "2065550102",
    });
  });

  test("is shown in both versions where both changed the same, and is not overwritten", async ({
    app,
    agency,
    owner,
  }) => {
    const service = knowLess(app);
    const { id } = await agency.addClient({ name: "Maya", phoneNumber: "2065550101" });
    await owner.open(`/clients/${id}/edit`);
    await agency.call("PATCH", `/clients/${id}`, { name: "Maya O." });
    const conflict = await owner.submit({ name: "Maya Okafor" }, save);
    expect([conflict.status, versionsOn(conflict)]).toEqual([409, ["Name | Maya O. | Maya Okafor"]]);
    expect(service.writes).toEqual([]);
    expect((await agency.readClient(id)).client.attributes.name).toBe("Maya O.");
    await owner.submit({}, save);
    expect((await agency.readClient(id)).client.attributes.name).toBe("Maya Okafor");
  });

  test("is saved without a question where the other change is in no field of the form", async ({
    app,
    agency,
    owner,
  }) => {
    const { id } = await agency.addClient({ name: "Maya" });
    for (const know of [() => {}, () => void knowLess(app)]) {
      know();
      const { document } = await owner.open(`/clients/${id}/edit`);
      const before = document.querySelector("input[name=name]")?.getAttribute("value");
      const agreement = { startsOn: "2026-01-02", endsOn: before === "Maya" ? "2031-01-02" : "2032-01-02" };
      await agency.call("PATCH", `/clients/${id}`, { agreement });
      expect((await owner.submit({ name: `${before}!` }, save)).text).toContain(`Saved: ${before}!.`);
      expect((await agency.readClient(id)).client.attributes).toMatchObject({ name: `${before}!` });
    }
  });

  test("the same change again, as Back and Send make it, is no change", async ({ app, agency, owner }) => {
    const service = knowLess(app);
    const { id } = await agency.addClient({ name: "Maya" });
    const page = await owner.open(`/clients/${id}/edit`);
    const form = fillForm(page, save.button, { name: "Maya Okafor" });
    expect([(await post(owner, form)).status, (await post(owner, form)).status]).toEqual([303, 303]);
    expect(service.writes).toHaveLength(1);
    form.fields.set("name", "Maya Okafor-Lind");
    expect((await post(owner, form)).status).toBe(409);
    expect((await agency.readClient(id)).client.attributes.name).toBe("Maya Okafor");
  });

  test("a change back and forth is written every time", async ({ app, agency, owner }) => {
    const service = knowLess(app);
    const { id } = await agency.addClient({ name: "Maya" });
    for (const name of ["Nia", "Maya", "Nia", "Maya"]) {
      await owner.open(`/clients/${id}/edit`);
      await owner.submit({ name }, save);
      expect((await agency.readClient(id)).client.attributes.name).toBe(name);
    }
    expect(service.writes).toHaveLength(4);
  });

  test("a lost answer to a change is found out by sending it again", async ({ app, agency, owner }) => {
    const service = knowLess(app);
    const { id } = await agency.addClient({ name: "Maya" });
    await owner.open(`/clients/${id}/edit`);
    service.loseAnswers(true);
    const lost = await owner.submit({ name: "Maya Okafor" }, save);
    expect([lost.status, lost.text.includes("it is saved only once")]).toEqual([502, true]);
    service.loseAnswers(false);
    expect((await owner.submit({}, save)).text).toContain("Saved: Maya Okafor.");
    expect(service.writes).toHaveLength(1);
  });
});

describe("a new client", () => {
  test("leaves out what was left empty", async ({ app, owner }) => {
    const service = knowLess(app);
    await owner.open("/clients/new");
    await owner.submit({ ...maya, phoneNumber: "" }, { button: "Create client" });
    expect(service.writes).toEqual([
      { call: "POST /clients", attributes: { name: "Maya Chen", email: "maya@example.com" } },
    ]);
  });

  test("whose answer was lost is to be looked for, and the second send asks about it", async ({ app, owner }) => {
    const service = knowLess(app);
    await owner.open("/clients/new");
    service.loseAnswers(true);
    const lost = await owner.submit(maya, { button: "Create client" });
    expect([lost.status, typedIn(lost, "email")]).toEqual([502, maya.email]);
    service.loseAnswers(false);
    expect(lost.text).toContain("Look whether it is there before you submit it again.");
    const asked = await owner.submit({}, { button: "Create client" });
    expect([asked.status, asked.url.pathname, typedIn(asked, "email")]).toEqual([409, "/clients/new", maya.email]);
    expect(service.writes).toHaveLength(1);
    expect(await listNames(owner)).toEqual(["Maya Chen"]);
  });

  test("whose answer was lost is no duplicate of itself for a service that keeps keys", async ({ app, owner }) => {
    await owner.open("/clients/new");
    app.use(
      http.post("*/api/clients", async ({ request }) => {
        await app.forward(request);
        return Response.error();
      }),
    );
    expect((await owner.submit(maya, { button: "Create client" })).status).toBe(502);
    app.resetHandlers();
    expect((await owner.submit({}, { button: "Create client" })).text).toContain("Client created: Maya Chen.");
    expect(await listNames(owner)).toEqual(["Maya Chen"]);
  });

  test("whose answer was lost is no duplicate of itself after the service was down, either", async ({ app, owner }) => {
    await owner.open("/clients/new");
    app.use(
      http.post("*/api/clients", async ({ request }) => {
        await app.forward(request);
        return Response.error();
      }),
    );
    expect((await owner.submit(maya, { button: "Create client" })).status).toBe(502);
    app.resetHandlers();
    app.use(http.post("*/api/clients", () => new Response(null, { status: 503 })));
    expect((await owner.submit({}, { button: "Create client" })).status).toBeGreaterThanOrEqual(502);
    app.resetHandlers();
    expect((await owner.submit({}, { button: "Create client" })).text).toContain("Client created: Maya Chen.");
    expect(await listNames(owner)).toEqual(["Maya Chen"]);
  });

  test("after a bare 500 may have been made: the page says so, and the second send asks where it is there", async ({
    app,
    owner,
  }) => {
    for (const [name, isWritten] of [
      ["Maya", true],
      ["Nia", false],
    ] as const) {
      knowLess(app);
      const typed = { name, email: `${name}@example.com` };
      await owner.open("/clients/new");
      app.use(
        http.post("*/api/clients", async ({ request }) => {
          if (isWritten) await app.forward(request);
          return new Response(null, { status: 500 });
        }),
      );
      const failed = await owner.submit(typed, { button: "Create client" });
      expect([failed.status, typedIn(failed, "email")]).toEqual([502, typed.email]);
      expect(failed.text).toContain("We couldn't confirm whether this was saved.");
      app.resetHandlers();
      const service = knowLess(app);
      const again = await owner.submit({}, { button: "Create client" });
      expect([again.status, again.text.includes(`Client created: ${name}.`)]).toEqual(
        isWritten ? [409, false] : [200, true],
      );
      expect(service.writes).toHaveLength(isWritten ? 0 : 1);
      app.resetHandlers();
    }
    expect(await listNames(owner)).toEqual(["Nia", "Maya"]);
  });
});
