import { http } from "msw";
import { describe, expect, vi } from "vitest";
import { z } from "zod";
import { mostFound } from "#app/sharing/share-link.ts";
import { startAgency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { mailTo } from "#tests/support/application.ts";
import { fillForm, firstButton } from "#tests/support/posted-form.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = sharedAgencyTest()
  .extend("id", async ({ agency }) => (await agency.addPackage({ beds: 3 })).id)
  .extend("path", ({ id }) => `/packages/${id}/shares`);

async function makeLink(
  owner: Visitor,
  path: string,
  fields: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Visit> {
  await owner.open(`${path}/new`);
  return owner.submit({ label: "For the Lindqvists", ...fields }, { button: "Create link" });
}

const addressOn = ({ document }: Visit): string | undefined =>
  document.querySelector("input[aria-label=Link]")?.getAttribute("value");

const choices = ({ document }: Visit, name: string): Map<string, string> =>
  new Map(
    document
      .querySelectorAll(`input[name=${name}]`)
      .map((box) => [box.parentNode?.text.trim() ?? "", box.getAttribute("value") ?? ""]),
  );

describe("a link", () => {
  test("is created with chosen folders; its creator sees the URL for ten minutes", async ({
    app,
    agency,
    owner,
    path,
  }) => {
    const list = await owner.open(path);
    expect(list.text).toContain("No links to this property yet.");
    const form = await owner.open(linkOf(list, "New link") ?? "");
    expect(typedIn(form, "label")).toBe("12 Alder Lane");
    const folders = choices(form, "folderIds");
    expect([...folders.keys()]).toEqual(["Buyers guide", "Inspection reports"]);
    const page = await makeLink(owner, path, { folderIds: [folders.get("Buyers guide") ?? ""], endsOn: "2031-03-01" });
    expect(page.text).toContain("Link created.");
    for (const text of ["Active", "Not opened yet", "Buyers guide", "Allowed", "None", "Mar 1, 2031"])
      expect(page.text).toContain(text);
    const address = addressOn(page) ?? "";
    expect(address).toMatch(new RegExp(`^${app.origin}/shared/[\\w-]{43}$`));
    const field = page.document.querySelector("input[aria-label=Link]");
    expect([field?.hasAttribute("readonly"), field?.nextElementSibling?.text]).toEqual([true, "Copy"]);
    // A reload shows it too, another link's page and another person do not.
    expect(addressOn(await owner.open(page.url))).toBe(address);
    const colleague = (await agency.join("admin")).visitor;
    expect(addressOn(await colleague.open(page.url.pathname))).toBeUndefined();
    const other = await makeLink(owner, path, { label: "Another" });
    expect(addressOn(other)).not.toBe(address);
    expect(addressOn(await owner.open(page.url))).toBe(address);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 60_000 + 1);
    expect(addressOn(await owner.open(other.url))).toBeUndefined();
    vi.restoreAllMocks();
    // Nothing of either is kept any longer.
    expect(addressOn(await owner.open(page.url))).toBeUndefined();
    expect(app.logged()).not.toContain(address.split("/").at(-1));
    expect((await owner.open(path)).text).toContain("For the LindqvistsNot opened yetActive");
  });

  test("that is invalid is refused with field errors and without the passcode", async ({ owner, path }) => {
    const refused = await makeLink(owner, path, { label: " ", endsOn: "2031-13-01" });
    expect([refused.status, messagesOn(refused)]).toEqual([
      400,
      ["Label must be at least 1 character.", "That day doesn't exist."],
    ]);
    const all = await makeLink(owner, path, { label: " ", passcode: "maple", endsOn: "2020-01-01" });
    expect(messagesOn(all)).toEqual([
      "Label must be at least 1 character.",
      "Expiry must be in the future.",
      "Passcode must be at least 6 characters.",
    ]);
    const day = await makeLink(owner, path, { endsOn: "2031-02-30" });
    expect(messagesOn(day)).toEqual(["That day doesn't exist."]);
    const short = await makeLink(owner, path, { passcode: "maple", endsOn: "2020-01-01" });
    expect(messagesOn(short)).toEqual(["Expiry must be in the future.", "Passcode must be at least 6 characters."]);
    expect(typedIn(short, "passcode") ?? "").toBe("");
    expect(messagesOn(await makeLink(owner, path, { endsOn: "2020-01-01" }))).toEqual([
      "Expiry must be in the future.",
    ]);
    expect((await owner.open(path)).text).toContain("No links to this property yet");
  });

  test("is edited; a concurrent edit shows both versions", async ({ agency, owner, path }) => {
    const made = await makeLink(owner, path, { passcode: "maple-7" });
    expect(made.text).toContain("Required");
    const edit = `${made.url.pathname}/edit`;
    const admin = (await agency.join("admin")).visitor;
    await admin.open(edit);
    const form = await owner.open(edit);
    expect(typedIn(form, "passcode") ?? "").toBe("");
    const changed = await owner.submit(
      { label: "For Maya", removesPasscode: "on", allowsDownload: [] },
      { button: "Save changes" },
    );
    for (const text of ["Link updated.", "For Maya", "Off", "PasscodeNone"]) {
      expect(changed.text).toContain(text);
    }
    const late = await admin.submit({ label: "For Theo" }, { button: "Save changes" });
    expect(late.status).toBe(409);
    expect(versionsOn(late)).toContain("Label | For Maya | For Theo");
    const again = await admin.submit({}, { button: "Save changes" });
    expect(again.text).toContain("For Theo");
  });

  test("is revoked and can only be viewed then", async ({ owner, path }) => {
    const made = await makeLink(owner, path);
    const asked = await owner.open(linkOf(made, "Revoke") ?? "");
    expect(asked.text).toContain("Revoke For the Lindqvists?");
    const revoked = await owner.submit({}, { button: "Revoke link" });
    expect(revoked.text).toContain("Link revoked.");
    // It was shown a moment before.
    expect(made.text).toContain("Copy this link now.");
    expect(revoked.text).not.toContain("Copy this link now.");
    expect([linkOf(revoked, "Edit link"), linkOf(revoked, "Revoke")]).toEqual([undefined, undefined]);
    for (const below of ["edit", "revocation"]) {
      expect((await owner.open(`${made.url.pathname}/${below}`)).url.pathname).toBe(made.url.pathname);
    }
    expect((await owner.open(path)).text).toContain("Revoked");
  });

  test("of another package is a 404; without permission it is view-only", async ({ agency, owner, path }) => {
    const made = await makeLink(owner, path);
    const linkId = made.url.pathname.split("/").at(-1);
    const other = await agency.addPackage();
    expect((await owner.open(`/packages/${other.id}/shares/${linkId}`)).status).toBe(404);
    const instructor = (await agency.join("instructor")).visitor;
    const seen = await instructor.open(path);
    expect(seen.text).toContain("For the Lindqvists");
    expect([linkOf(seen, "New link"), linkOf(seen, "Share with clients")]).toEqual([undefined, undefined]);
    for (const below of ["new", "clients", `${linkId}/edit`, `${linkId}/revocation`]) {
      expect((await instructor.open(`${path}/${below}`)).status, below).toBe(403);
    }
    const member = (await agency.join("member")).visitor;
    expect((await member.open(path)).status).toBe(404);
  });

  test("beyond the plan's limit is refused with a sentence", async ({ app }) => {
    const free = await startAgency(app, "free");
    const { id: packageId } = await free.addPackage();
    for (let link = 0; link < 10; link += 1) {
      await free.call("POST", "/share_links", { packageId, label: `Link ${link}`, folderIds: [] });
    }
    const { visitor } = free.owner;
    await visitor.open(`/packages/${packageId}/shares/new`);
    const refused = await visitor.submit({ label: "One more" }, { button: "Create link" });
    expect([refused.status, messagesOn(refused)]).toEqual([
      400,
      ["The Free plan includes 10 active links. Revoke one or upgrade to Standard."],
    ]);
    expect((await visitor.open(`/packages/${packageId}/shares`)).text).toContain("Link 9");
  });
});

describe("sharing with clients", () => {
  test("begins with those with whom there was contact last, then with the newest", async ({ agency, owner, path }) => {
    const ids = new Map<string, string>();
    for (const name of ["Amy Met", "Ben Old", "Cid Met", "Dan New"])
      ids.set(name, (await agency.addClient({ name })).id);
    for (const name of ["Cid Met", "Amy Met"])
      await agency.call("POST", "/messages", { clientId: ids.get(name), body: "Good morning." });
    const { document } = await owner.open(`${path}/clients`);
    const names = document
      .querySelectorAll("input[name=clientIds]")
      .map((box) => box.parentNode?.text.trim().slice(0, 7));
    expect(names.slice(0, 2)).toEqual(["Amy Met", "Cid Met"]);
    expect(names.filter((name) => /New|Old/.test(name ?? ""))).toEqual(["Dan New", "Ben Old"]);
    const picker = z.object({ options: z.array(z.object({ name: z.string() })) });
    const { options } = picker.parse(await (await owner.request("/picker?of=clients")).json());
    expect(options.slice(0, 2).map(({ name }) => name)).toEqual(names.slice(0, 2));
  });

  test("creates their opportunities and emails their households", async ({ app, agency, owner, id, path }) => {
    const client = await agency.addClient({ name: "Maya Okafor" });
    await agency.addClient({ name: "Zoe Unshared" });
    await agency.addPerson(client.id, { name: "Theo", email: "theo.okafor@client.example" });
    const head = await owner.open(`/packages/${id}`);
    const form = await owner.open(linkOf(head, "Share property") ?? "");
    expect([...choices(form, "clientIds").keys()].some((label) => label.startsWith("Maya Okafor, "))).toBe(true);
    const page = await shareWith(owner, { clientIds: [client.id], note: "Look at the kitchen." });
    expect(page.url.pathname).toBe(`/packages/${id}`);
    expect(page.text).toContain("Shared with 1 client. The emails are on their way.");
    expect(linkOf(page, "Maya Okafor")).toMatch(/^\/opportunities\/[0-9a-f-]{36}$/);
    expect((await mailTo(app, "theo.okafor@client.example")).text).toContain("Look at the kitchen.");
    expect((await owner.open(path)).text).toContain("Maya OkaforEmailed to the client.");
    const link = await owner.open(linkOf(await owner.open(path), "Maya Okafor") ?? "");
    expect(link.text).toContain("Documents visible to clients");
    const edit = await owner.open(linkOf(link, "Edit link") ?? "");
    expect(choices(edit, "folderIds").size).toBe(0);
    const changed = await owner.submit({ endsOn: "" }, { button: "Save changes" });
    expect(changed.text).toContain("ExpiresNever");
  });

  test("those whom the property fits come first, who has it already is said, and nobody is ticked", async ({
    agency,
    owner,
  }) => {
    const { id } = await agency.addPackage({ listPrice: { amount: "700000", currency: "USD" }, beds: 3 });
    const fitting = await Promise.all(["Ada Fits", "Zoe Fits", "Bo Has It"].map((name) => agency.addClient({ name })));
    for (const client of fitting) {
      const { included } = await agency.readClient(client.id);
      const profile = included.find(({ type }) => type === "buyer_profile")?.id;
      await agency.call("PATCH", `/buyer_profiles/${profile}`, {
        ...{ budget: { amount: "700000", currency: "USD" }, minBeds: 3 },
      });
    }
    const [ada, zoe, bo] = fitting.map((client) => client.id);
    await agency.call("POST", "/opportunities", { clientId: bo, packageId: id });
    const page = await owner.open(`/packages/${id}/shares/clients`);
    const boxes = page.document.querySelectorAll("input[name=clientIds]");
    expect(boxes.slice(0, 3).map((box) => box.getAttribute("value"))).toEqual([ada, zoe, bo]);
    expect(page.document.querySelectorAll("input[name=clientIds][checked]")).toEqual([]);
    expect(boxes[0]?.parentNode?.text).toMatch(/^Ada Fits, .*@client.example. Fits: on budget, 3 of 3 beds$/);
    expect(boxes[2]?.parentNode?.text).toMatch(/^Bo Has It, .*@client.example. Has it already$/);
  });

  test("nobody chosen is refused, with the note still there; a search finds whom one looks for", async ({
    agency,
    owner,
    path,
  }) => {
    const client = await agency.addClient({ name: "Quentin Searched" });
    await owner.open(`${path}/clients`);
    await lookFor(owner, "quentin");
    expect([...choices(owner.page, "clientIds").values()]).toEqual([client.id]);
    const refused = await owner.submit({ note: "Hello" }, { button: "Continue" });
    expect([refused.status, messagesOn(refused), typedIn(refused, "note")]).toEqual([
      400,
      ["Choose at least one client."],
      "Hello",
    ]);
    expect((await lookFor(owner, "nobody-is-called-this")).text).toContain("No results.");
    const guessed = await lookFor(owner, "quentni");
    expect(guessed.text).toContain("Nothing has exactly these words.");
    expect([...choices(guessed, "clientIds").values()]).toEqual([client.id]);
  });

  test("a client who was searched for can still be chosen after a refusal, however many others there are", async ({
    app,
    agency,
    owner,
    path,
  }) => {
    const client = await agency.addClient({ name: "Quentin Searched" });
    for (let count = 0; count <= mostFound; count += 1) await agency.addClient({ name: `Adam ${count}` });
    await owner.open(`${path}/clients`);
    expect(owner.page.text).not.toContain("Quentin Searched");
    await lookFor(owner, "quentin");
    const refused = await owner.submit({ clientIds: [client.id], note: "x".repeat(5_000) }, { button: "Continue" });
    expect(refused.status).toBe(400);
    expect([...choices(refused, "clientIds").values()]).toContain(client.id);
    let isBroken = true;
    app.use(
      http.get(new RegExp(`/clients/${client.id}$`), () =>
        isBroken ? new Response("{}", { status: 500 }) : undefined,
      ),
    );
    const unnamed = await owner.submit({ note: "x".repeat(5_000) }, { button: "Share with 1 client, send 1 email" });
    isBroken = false;
    expect([unnamed.status, [...choices(unnamed, "clientIds")][0]]).toEqual([
      400,
      ["A client you ticked, whose name couldn't be loaded", client.id],
    ]);
    expect(unnamed.text).toContain("The names of the clients you ticked couldn't be loaded.");
    await owner.submit({ note: "Hello" }, { button: "Share with 1 client" });
    expect(owner.page.text).toContain("Shared with 1 client.");
  });

  test("who was chosen before somebody else is looked for stays chosen, and what was written stays", async ({
    agency,
    owner,
    path,
  }) => {
    const [first, second] = [
      await agency.addClient({ name: "Ines First" }),
      await agency.addClient({ name: "Otto Next" }),
    ];
    const { document } = await owner.open(`${path}/clients`);
    const search = document.querySelector("search button");
    expect(search?.attrs).toMatchObject({ type: "submit", name: "looking" });
    expect(document.getElementById(search?.getAttribute("form") ?? "")?.getAttribute("method")).toBe("post");
    // Longer than a note may be, and than an address could hold.
    const note = "\u05e9\u05dc\u05d5\u05dd ".repeat(2_000);
    const page = await lookFor(owner, "otto", { note }, [first.id, crypto.randomUUID(), "nobody"]);
    expect(page.status).toBe(200);
    expect([...choices(page, "clientIds").values()]).toEqual([first.id, second.id]);
    expect(typedIn(page, "note")).toBe(note);
    const long = await owner.submit({}, { button: "Share with 1 client, send 1 email" });
    expect([long.status, typedIn(long, "note")]).toEqual([400, note]);
    await lookFor(owner, "otto", { note: "Hello" }, [first.id]);
    await shareWith(owner, { clientIds: [first.id, second.id] });
    expect(owner.page.text).toContain("Shared with 2 clients.");
  });
});

describe("what clients get", () => {
  const shown = ({ document }: Visit) =>
    document.querySelectorAll("input[name=documentIds]").map((box) => box.parentNode?.text.trim());
  const checked = ({ document }: Visit) =>
    document.querySelectorAll("input[name=documentIds][checked]").map((box) => box.getAttribute("value"));

  test("is chosen document by document, and seen before anything is sent", async ({ agency, owner, id, path }) => {
    const [plan, survey] = [
      await uploadDocument(owner, { name: "Plan.txt", content: "Plan" }, `?package=${id}`),
      await uploadDocument(owner, { name: "Survey.txt", content: "Survey" }, `?package=${id}`),
    ];
    await agency.call("PATCH", `/documents/${survey}`, { isClientVisible: true });
    const client = await agency.addClient({ name: "Maya Okafor" });
    const form = await owner.open(`${path}/clients`);
    expect([shown(form).toSorted(), checked(form)]).toEqual([["Plan.txt", "Survey.txt"], [survey]]);
    const preview = await owner.submit({ note: "For you" }, { button: "Show preview in a new tab" });
    expect([preview.text.includes("Survey.txt"), preview.text.includes("Plan.txt")]).toEqual([true, false]);
    expect(preview.text).toContain("This is what clients would get. Nothing has been saved or sent.");
    expect(preview.html).not.toContain("<script");
    await owner.open(form.url);
    const ticked = await owner.submit({ documentIds: [plan] }, { button: "Show preview in a new tab" });
    expect([ticked.text.includes("Survey.txt"), ticked.text.includes("Plan.txt")]).toEqual([false, true]);
    expect(checked(await owner.open(`${path}/clients`))).toEqual([survey]);
    const saved = await owner.open(`${path}/preview?show=nothing&hide=${"x".repeat(99)}`);
    expect([saved.text.includes("Survey.txt"), saved.text.includes("Plan.txt")]).toEqual([true, false]);
    await owner.open(form.url);
    const refused = await owner.submit({ clientIds: [], documentIds: [plan] }, { button: "Continue" });
    expect([messagesOn(refused), checked(refused)]).toEqual([["Choose at least one client."], [plan]]);
    // Shown by a colleague after the form was loaded and not listed in it: it stays as it is.
    const colleague = (await agency.join("admin")).visitor;
    const late = await uploadDocument(colleague, { name: "Late.txt", content: "Late" }, `?package=${id}`);
    await agency.call("PATCH", `/documents/${late}`, { isClientVisible: true });
    const sent = await shareWith(owner, { clientIds: [client.id], documentIds: [plan] });
    expect(sent.text).toContain("Shared with 1 client.");
    expect(checked(await owner.open(`${path}/clients`)).toSorted()).toEqual([late, plan].toSorted());
  });

  test("is told of every document, also where a property has hundreds", async ({ app, owner, id, path }) => {
    await uploadDocument(owner, { name: "Plan.txt", content: "Plan" }, `?package=${id}`);
    await app.database.pool.query(
      `insert into upstream.documents
         (workspace_id, package_id, label, label_key, file_id, mime, kind, size, search_text, inserted_at, is_client_visible)
       select workspace_id, package_id, name, lower(name), file_id, mime, kind, size, lower(name), inserted_at - interval '1 day', true
       from upstream.documents, generate_series(1, 255) n, concat('Old ', n, '.txt') name where package_id = $1`,
      [id],
    );
    const form = await owner.open(`${path}/clients`);
    expect([shown(form).length, checked(form).length]).toEqual([256, 255]);
  });

  test("is not sent where it is nothing but the address, unless that is meant", async ({ app, agency, owner }) => {
    const { id } = await agency.addPackage();
    const client = await agency.addClient({ name: "Ida Empty", email: "ida.empty@client.example" });
    const mails = async () =>
      (await app.mailer.recent(50)).filter(({ to }) => to === "ida.empty@client.example").length;
    const form = await owner.open(`/packages/${id}/shares/clients?clients=${client.id}`);
    expect(form.text).toContain("Clients would see the address and nothing else.");
    const typed = { note: "Look at the kitchen." };
    const refused = await owner.submit(typed, { button: "Share with 1 client, send 1 email" });
    expect([refused.status, messagesOn(refused), typedIn(refused, "note"), await mails()]).toEqual([
      ...[400, ["Clients would see nothing but the address. Check this to send it all the same."]],
      ...["Look at the kitchen.", 0],
    ]);
    const sent = await owner.submit({ ...typed, sendsEmpty: "on" }, { button: "Share with 1 client, send 1 email" });
    expect([sent.text.includes("Shared with 1 client."), await mails()]).toEqual([true, 1]);
    await agency.call("PATCH", `/packages/${id}`, { beds: 3 });
    expect((await owner.open(`/packages/${id}/shares/clients`)).text).not.toContain("Send all the same");
  });

  test("is not sent while its documents cannot be loaded, and what was chosen is kept", async ({
    app,
    agency,
    owner,
    id,
    path,
  }) => {
    const plan = await uploadDocument(owner, { name: "Waiting plan.txt", content: "Plan" }, `?package=${id}`);
    const client = await agency.addClient({ name: "Ida Waits" });
    let isLate = false;
    app.use(http.get(/\/documents$/, () => (isLate ? new Response("{}", { status: 500 }) : undefined)));
    await owner.open(`${path}/clients?clients=${client.id}`);
    isLate = true;
    const refused = await owner.submit({ documentIds: [plan] }, { button: "Share with 1 client, send 1 email" });
    expect([refused.status >= 500, refused.text.includes("The documents couldn't be loaded.")]).toEqual([true, true]);
    expect(refused.document.querySelector("button.link[name=looking]")?.text).toBe("Check again");
    isLate = false;
    const again = await lookFor(owner, "", {}, [client.id]);
    expect([checked(again), again.text.includes("Has it already")]).toEqual([[plan], false]);
    await owner.submit({}, { button: "Share with 1 client, send 1 email" });
    expect(checked(await owner.open(`${path}/clients`))).toEqual([plan]);
  });
});

/** Presses the button beside the search, which sends the form around the note. */
async function lookFor(
  owner: Visitor,
  q: string,
  typed: Readonly<Record<string, string>> = {},
  clientIds: readonly string[] = [],
) {
  const { path, fields } = fillForm(owner.page, sendOn(owner.page), typed);
  fields.set("q", q);
  fields.set("looking", "");
  fields.delete("clientIds");
  for (const id of clientIds) fields.append("clientIds", id);
  return owner.send(path, fields);
}

/** What the button says that shares. */
function sendOn({ document }: Visit): string {
  const form = document.getElementById("clients");
  return form ? firstButton(form) : "";
}

/** Shares with those who are ticked: first the button counts them. */
async function shareWith(owner: Visitor, typed: Readonly<Record<string, string | readonly string[]>>): Promise<Visit> {
  const asked = await owner.submit(typed, { button: sendOn(owner.page) });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Nothing was sent yet.")]);
  return owner.submit({}, { button: sendOn(asked) });
}
