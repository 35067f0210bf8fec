import { http } from "msw";
import { expect } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

/** The ids of the properties that are ticked. */
const tickedOn = ({ document }: Visit) =>
  document.querySelectorAll("input[name=packageIds][checked]").map((box) => box.getAttribute("value"));

const mailsTo = async (app: Application, email: string) =>
  (await app.database.pool.query("select 1 from mail.outbox where recipient = $1", [email])).rows.length;

async function twoHomes(agency: Agency) {
  return [
    await agency.addPackage({ street: "9 Birch Road", beds: 3 }),
    await agency.addPackage({ street: "7 Cedar Road", beds: 2 }),
  ] as const;
}

test("properties chosen on their list are shared with a client by one email", async ({ app, agency, owner }) => {
  const [birch, cedar] = await twoHomes(agency);
  await agency.addPackage({ street: "5 Dogwood Road" });
  const ada = await agency.addClient({ name: "Ada Long", email: "ada.long@buyer.example" });
  await owner.open(`/batches/new?of=packages&id=${birch.id}&id=${cedar.id}`);
  const choosing = await owner.follow("Share with a client");
  expect(choosing.text).toContain("Share 2 properties with a client");
  const found = await owner.submit({ client: "ada" }, { form: "main form[role=search]" });
  expect(found.text).toContain("Clients found");
  const form = await owner.follow("Ada Long");
  expect(form.url.pathname).toBe(`/clients/${ada.id}/shares`);
  expect(tickedOn(form).toSorted()).toEqual([birch.id, cedar.id].toSorted());
  expect(form.text).toContain("The client sees facts");
  const shared = await owner.submit({ note: "Two to look at." }, { button: "Share 2 properties, send 1 email" });
  expect([shared.url.pathname, shared.text]).toEqual([
    `/clients/${ada.id}`,
    expect.stringContaining("Shared 2 properties with Ada Long. The email is on its way."),
  ]);
  const { subject, text } = await mailTo(app, "ada.long@buyer.example");
  expect(subject).toBe("2 properties for you");
  for (const words of ["9 Birch Road", "7 Cedar Road", "Two to look at."]) expect(text).toContain(words);
  expect(await mailsTo(app, "ada.long@buyer.example")).toBe(1);
  const again = await owner.open(`/clients/${ada.id}/shares?packages=${birch.id}`);
  expect(again.text).toMatch(/Shared .+, not opened yet/);
});

test("sent twice, the properties are mailed once", async ({ app, agency, owner }) => {
  const [birch, cedar] = await twoHomes(agency);
  const email = "once@buyer.example";
  const { id } = await agency.addClient({ email });
  const form = await owner.open(`/clients/${id}/shares?packages=${birch.id},${cedar.id}`);
  const posted = form.document.querySelector("form[id=packages]");
  if (posted === null) throw new Error("The form is not there.");
  const fields = successfulControls(posted, {}, "Share 2 properties, send 1 email");
  await owner.send(form.url, fields);
  await owner.send(form.url, fields);
  expect(await mailsTo(app, email)).toBe(1);
});

/** Presses the button beside the search, which sends the form around the note. @param button of that form */
async function lookFor(
  owner: Visitor,
  q: string,
  typed: Readonly<Record<string, string>>,
  button = "Share 1 property, send 1 email",
): Promise<Visit> {
  const { path, fields } = fillForm(owner.page, button, typed);
  fields.set("q", q);
  fields.set("looking", "");
  return owner.send(path, fields);
}

test("another property is searched for, and nothing that was typed or ticked is lost", async ({ agency, owner }) => {
  const [birch, cedar] = await twoHomes(agency);
  const { id } = await agency.addClient({});
  await owner.open(`/clients/${id}/shares?packages=${birch.id}`);
  const found = await lookFor(owner, "cedar", { note: "Kept." });
  expect(found.text).toContain("7 Cedar Road");
  expect(tickedOn(found)).toEqual([birch.id]);
  expect(found.document.querySelector("textarea[name=note]")?.text).toBe("Kept.");
  const none = await owner.submit({ packageIds: [], note: "Kept." }, { button: "Share 1 property, send 1 email" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose at least one property.")]);
  await owner.submit({ packageIds: [birch.id, cedar.id] }, { button: "Continue" });
  expect([owner.page.status, owner.page.text]).toEqual([409, expect.stringContaining("2 properties ticked.")]);
  await agency.call("POST", `/packages/${cedar.id}/archival`);
  const refused = await owner.submit({}, { button: "Share 2 properties, send 1 email" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("7 Cedar Road is archived.")]);
  expect(tickedOn(refused)).toEqual([birch.id]);
  expect(refused.document.querySelector("textarea[name=note]")?.text).toBe("Kept.");
  const shared = await owner.submit({}, { button: "Share 1 property, send 1 email" });
  expect(shared.text).toContain("Shared 1 property with");
});

test("a property that was ticked stays so where the refusal cannot name it", async ({ app, agency, owner }) => {
  const [birch] = await twoHomes(agency);
  for (let count = 0; count < 12; count += 1) await agency.addPackage({ street: `${count} Other Road` });
  const { id } = await agency.addClient({});
  await owner.open(`/clients/${id}/shares`);
  const found = await lookFor(owner, "birch", {}, "Continue");
  app.use(
    http.get(/package_choice$/, ({ request }) =>
      request.url.includes(birch.id) ? new Response("{}", { status: 500 }) : undefined,
    ),
  );
  const typed = { packageIds: [birch.id], note: "x".repeat(5_000) };
  const refused = await owner.submit(typed, { button: "Continue" });
  expect([found.text.includes("9 Birch Road"), refused.status, tickedOn(refused)]).toEqual([true, 400, [birch.id]]);
  expect(refused.text).toContain("A property you ticked, whose name couldn't be loaded");
});

test("what shows nothing but the address is mailed only where the agent says so", async ({ app, agency, owner }) => {
  const bare = await agency.addPackage({ street: "9 Birch Road" });
  const email = "bare@buyer.example";
  const { id } = await agency.addClient({ email });
  const form = await owner.open(`/clients/${id}/shares?packages=${bare.id}`);
  expect(form.text).toContain("The client sees only the address");
  const refused = await owner.submit({}, { button: "Share 1 property, send 1 email" });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("The client would see nothing but the address of 9 Birch Road."),
  ]);
  expect(await mailsTo(app, email)).toBe(0);
  await owner.submit({ sendsEmpty: "on" }, { button: "Share 1 property, send 1 email" });
  expect(await mailsTo(app, email)).toBe(1);
});

test("properties that fit come first and unticked; those that are gone and archived clients are said", async ({
  agency,
  owner,
}) => {
  const [birch] = await twoHomes(agency);
  const price = { amount: "500000", currency: "USD" };
  const fitting = await agency.addPackage({ street: "3 Elm Road", listPrice: price, area: "Ballard" });
  const client = await agency.addClient({ name: "Ada Long" });
  const { included = [] } = z
    .object({ included: z.array(z.object({ id: z.string(), type: z.string() })) })
    .parse(await agency.call("GET", `/clients/${client.id}?include=buyer_profile`));
  const wishes = { budget: price, preferredAreas: ["Ballard"] };
  await agency.call("PATCH", `/buyer_profiles/${included.find(({ type }) => type === "buyer_profile")?.id}`, wishes);
  await owner.open(`/clients/${client.id}`);
  const form = await owner.follow("Share properties");
  expect(tickedOn(form)).toEqual([]);
  expect(form.document.querySelector("input[name=packageIds]")?.getAttribute("value")).toBe(fitting.id);
  const gone = await owner.open(`/clients/${client.id}/shares?packages=${birch.id},${crypto.randomUUID()}`);
  expect(gone.text).toContain("1 property you chose can’t be seen by you, or no longer exists.");
  await agency.call("POST", `/clients/${client.id}/archival`);
  const archived = await owner.open(`/clients/${client.id}/shares`);
  expect(archived.text).toContain("Ada Long is archived. Restore the client");
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open(`/clients/${client.id}/shares`)).status).toBe(403);
  expect((await instructor.open(`/clients/${client.id}`)).text).not.toContain("Share properties");
});

test("in the portal each link of the mail opens its property", async ({ app, agency, owner }) => {
  const [birch, cedar] = await twoHomes(agency);
  const { email, record } = await newPortalClient(app, agency, "Nora Lind");
  await owner.open(`/clients/${record.id}/shares?packages=${birch.id},${cedar.id}`);
  await owner.submit({}, { button: "Share 2 properties, send 1 email" });
  const { text } = await mailTo(app, email);
  const [first = "", second = ""] = [...text.matchAll(/https?:\/\/[^/\s]+(\/client-portal\/sign-in\/\S+)/g)].map(
    ([, path]) => path ?? "",
  );
  const visitor = app.visitor();
  await visitor.open(first);
  const signedIn = await visitor.submit({}, { button: "Sign in" });
  expect(signedIn.url.pathname).toBe(`/client-portal/dashboard/properties/${birch.id}`);
  const other = await visitor.open(second);
  expect([other.url.pathname, other.text]).toEqual([
    `/client-portal/dashboard/properties/${cedar.id}`,
    expect.stringContaining("7 Cedar Road"),
  ]);
});
