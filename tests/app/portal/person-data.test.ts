import { randomUUID } from "node:crypto";
import { matchPath } from "react-router";
import { expect, vi } from "vitest";
import { sweepObjects } from "#server/upstream/files/sweep.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { clientForms } from "#tests/support/client-forms.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { addWaitingMail } from "#tests/support/inbound-mails.ts";
import { newPortalClient, portalPath } from "#tests/support/portal-client.ts";
import { fillForm, firstButton, post } from "#tests/support/posted-form.ts";
import { fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { portalRecordIds, type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { readZip } from "#tests/support/zip.ts";
import { typedIn } from "../page-reading.ts";

// Wherever a client can write they write a sentence of their own: each is in the copy of their data, and none is left once they are deleted.

const home = "/client-portal/dashboard";

// Whole tables are looked through for names: those of other tests would be found, too.
const test = sharedAgencyTest(openOwnDatabase).extend("buyer", { scope: "file" }, ({ app, owner }) => {
  app.pretend({ demo: true });
  return seedBuyer(owner);
});

/** Fields in which people write, by their names. */
const written = "textarea[name], input[type=text]:not([inputmode]), input[name]:not([type]):not([inputmode])";

interface Planted {
  /** By form and field. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Fields of forms that no test knows how to send. */
  readonly unknown: readonly string[];
}

/** Writes into every field of every form of the portal, as its routes have them, and sends each form. */
async function plantEverywhere(buyer: SeededBuyer): Promise<Planted> {
  const { visitor, documentId } = buyer;
  const sentences: Record<string, string> = {};
  const unknown: string[] = [];
  for (const packageId of [buyer.packageId, buyer.boughtPackageId]) {
    const values = { ...portalRecordIds, packageId, documentId };
    for (const { pattern, access, file } of await routeAddresses()) {
      if (access !== "client" || !file.endsWith(".tsx") || !pattern.startsWith(home)) continue;
      // Only of what was bought a client is asked about repairs.
      if (pattern.endsWith("/repairs") !== (packageId === buyer.boughtPackageId)) continue;
      const path = fillPattern(pattern, values);
      const page = await visitor.open(path);
      if (page.url.pathname !== path) continue;
      for (const form of page.document.querySelectorAll("main form[method=post]")) {
        const fields = form.querySelectorAll(written).map((field) => field.getAttribute("name") ?? "");
        if (fields.length === 0) continue;
        const action = (form.getAttribute("action") ?? path).split("?")[0] ?? "";
        const button = firstButton(form);
        const known = clientForms.find(
          (one) => one.button === button && matchPath(home + one.pattern, action) !== null,
        );
        if (known === undefined) {
          unknown.push(`${pattern} ${button}: ${fields.join(", ")}`);
          continue;
        }
        const chosen = Object.entries(known.typed()).filter(
          ([name]) => form.querySelector(`[name="${name}"]`) !== null,
        );
        // Of a list of choices the first.
        for (const radio of form.querySelectorAll("input[type=radio]").slice(0, 1)) radio.setAttribute("checked", "");
        const filled = fillForm(page, button, Object.fromEntries(chosen));
        for (const name of fields) {
          const key = `${pattern.replace(home, "")} ${name}`;
          const sentence = `Orchid ${Object.keys(sentences).length} sings at noon`;
          filled.fields.set(name, sentence);
          sentences[key] = sentence;
        }
        const answer = await post(visitor, filled);
        if (answer.status !== 303) unknown.push(`${pattern} ${button}: ${answer.status} ${await answer.text()}`);
        await answer.body?.cancel();
      }
    }
  }
  return { sentences, unknown };
}

/** Writes on every page that anybody may open without a link of their own, as somebody with the client's address. */
async function plantPublicly(app: Application, { email }: SeededBuyer, handle: string): Promise<Planted> {
  const sentences: Record<string, string> = {};
  const unknown: string[] = [];
  for (const { pattern, access, file } of await routeAddresses()) {
    if (access !== "public" || !file.endsWith(".tsx") || !/^\/client-portal\b[^:*]*$/.test(pattern)) continue;
    const stranger = app.visitor();
    const page = await stranger.open(`${pattern}?workspace=${handle}`);
    for (const form of page.document.querySelectorAll("main form[method=post]")) {
      // What nobody sees is for programs to fall into.
      const shown = form.querySelectorAll(written).filter((field) => field.closest(".extra") === null);
      const fields = shown.map((field) => field.getAttribute("name") ?? "");
      if (fields.length === 0) continue;
      const button = firstButton(form);
      const filled = fillForm(page, button, { email });
      for (const name of fields) {
        const sentence = `Orchid of ${pattern.split("/").at(-1)} ${name}`;
        filled.fields.set(name, sentence);
        sentences[`${pattern} ${name}`] = sentence;
      }
      const answer = await post(stranger, filled);
      if (answer.status !== 303) unknown.push(`${pattern} ${button}: ${answer.status} ${await answer.text()}`);
      await answer.body?.cancel();
    }
  }
  return { sentences, unknown };
}

/** Every row of every table as text. */
async function dump({ database }: Application): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('app', 'upstream', 'mail', 'jobs')`);
  const texts = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: lines } = await database.pool.query<{ line: string }>(`select t::text as line from ${name} t`);
    texts.set(name, lines.map(({ line }) => line).join("\n"));
  }
  return texts;
}

/** Where any of these stands, as "table: text". */
async function findTraces(app: Application, texts: readonly string[]): Promise<string[]> {
  const tables = await dump(app);
  return [...tables].flatMap(([name, rows]) => {
    const folded = rows.toLowerCase();
    return texts.filter((text) => folded.includes(text.toLowerCase())).map((text) => `${name}: ${text}`);
  });
}

const copyOf = async (visitor: Visitor): Promise<Record<string, string>> => {
  const answer = await visitor.request(`${home}/me/copy.zip`);
  return readZip(await answer.arrayBuffer());
};

async function sendDocument({ visitor }: SeededBuyer, name: string, content: string): Promise<void> {
  await visitor.open(`${home}/documents`);
  await visitor.submit({}, { button: "Send document", files: [new File([content], name, { type: "text/plain" })] });
}

test("what a client has written anywhere is in the copy of their data, and nowhere once they are deleted", {
  timeout: 180_000,
}, async ({ app, agency, owner, buyer }) => {
  app.pretend({ demo: true });
  const { visitor, clientId, email } = buyer;
  const { sentences, unknown } = await plantEverywhere(buyer);
  expect.soft(unknown).toEqual([]);
  expect.soft(Object.keys(sentences).length).toBeGreaterThan(9);
  const document = "A paper orchid, folded twice.";
  await sendDocument(buyer, "Orchid paper.txt", document);
  await sendDocument(buyer, "Orchid letter.txt", "A letter orchid, sealed.");
  const draft = "Orchid of a draft, unsent";
  await visitor.open(`${home}/messages`);
  await visitor.submit({ body: draft }, { form: "main form", button: "Save draft" });
  // What they look for is taken over into the agent's notes.
  await owner.open(`/clients/${clientId}`);
  await owner.open(owner.page.document.querySelector('a[href$="/acceptance"]')?.getAttribute("href") ?? "");
  await owner.submit({}, { button: "Accept selected" });
  const handle = typedIn(await owner.open("/settings/general"), "handle") ?? "";
  const publicly = await plantPublicly(app, buyer, handle);
  expect.soft(publicly.unknown).toEqual([]);
  expect
    .soft(Object.keys(publicly.sentences))
    .toEqual(expect.arrayContaining(["/client-portal/contact message", "/client-portal/register name"]));
  // The panel of requests may be late.
  const acceptance = await vi.waitUntil(async () => {
    const { document } = await owner.open(`/clients/${clientId}`);
    return document.querySelector('a[href$="/acceptance"]')?.getAttribute("href");
  }, 20_000);
  await owner.open(acceptance);
  await owner.submit({}, { button: "Accept request" });
  // Of replies by email one waits, and one is among the messages.
  const replies = {
    waiting: "Orchid of a reply that waits",
    accepted: "Orchid of a reply that came in",
    quoted: "Orchid below a reply that came in",
    quotedInWaiting: "Orchid below a reply that waits",
  };
  const whole = (...parts: readonly string[]) => parts.join("\n\n");
  const accepted = { body: replies.accepted, original: whole(replies.accepted, replies.quoted) };
  await addWaitingMail(app.database.pool, { clientId, email, ...accepted });
  await owner.open(`/messages/${clientId}`);
  await owner.follow("Accept reply");
  await owner.submit({}, { button: "Accept reply" });
  const waiting = { body: replies.waiting, original: whole(replies.waiting, replies.quotedInWaiting) };
  await addWaitingMail(app.database.pool, { clientId, email, ...waiting });
  const { rows: stored } = await app.database.pool.query<{ storage_key: string }>(
    `select f.storage_key from upstream.files f join upstream.objects o using (storage_key)
     where f.name like 'Orchid%' order by f.name`,
  );
  expect.soft(stored).toHaveLength(2);

  const files = await copyOf(visitor);
  const all = { ...sentences, ...publicly.sentences, ...replies, draft };
  for (const [place, sentence] of Object.entries(all)) {
    expect.soft(files["data.json"], place).toContain(sentence);
    expect.soft(files["index.html"], place).toContain(sentence);
  }
  expect.soft(files["files/Orchid paper.txt"]).toBe(document);
  // Every section and field has its words.
  expect.soft(files["index.html"]).not.toMatch(/<(?:h2|dt)>[a-z_]+<\//);

  await visitor.open(`${home}/me/deletion`);
  await visitor.submit({}, { button: "Ask to be deleted" });
  await owner.open(`/clients/${clientId}`);
  const path = owner.page.document.querySelector('a[href$="/deletion"]')?.getAttribute("href") ?? "";
  const { visitor: manager } = await agency.join("manager");
  expect
    .soft((await manager.open(path)).text)
    .toMatch(/Owners and admins do this\. ?Pass the address of this page on to/);
  expect.soft(manager.page.document.querySelector("main form")).toBeNull();
  await owner.open(path);
  const unsure = await owner.submit({ keep: "documents", reason: "", until: "" }, { button: "Delete for good" });
  expect.soft([unsure.status, unsure.text]).toEqual([400, expect.stringContaining("Say why it must be kept.")]);
  const kept = { keep: "documents", reason: "Records of three years", until: "2039-12-31", confirmed: "on" };
  const done = await owner.submit(kept, { button: "Delete for good" });
  expect.soft(done.text).toContain("Deleted. The last email to them says so.");

  const words = [...Object.values(all), email, "Nora Lind", "orchid"];
  const traces = await findTraces(app, words);
  // What was marked, its files, and the last email.
  const allowed = /^(upstream\.(retained_data|files|objects): orchid$|mail\.outbox: [^ ]+@)/;
  expect.soft(traces.filter((trace) => !allowed.test(trace))).toEqual([]);
  const { rows: mails } = await app.database.pool.query("select subject from mail.outbox where recipient = $1", [
    email,
  ]);
  expect.soft(mails).toEqual([{ subject: "Your data is deleted" }]);
  expect.soft((await owner.open("/search?q=orchid")).text).not.toContain("Orchid");
  expect.soft((await visitor.open(home)).text).not.toContain("40 Birch Road");

  // Kept files are there for owners and admins; the day after they are not.
  const page = await owner.open("/settings/export");
  expect.soft(page.text).toContain("Records of three years");
  const link = page.document.querySelector('a[href*="/export/kept/"]')?.getAttribute("href") ?? "";
  const held = await readZip(await (await owner.request(link)).arrayBuffer());
  expect.soft(held["files/Orchid paper.txt"]).toBe(document);
  expect.soft((await manager.request(link)).status).toBe(403);
  await app.database.pool.query("update upstream.retained_data set keep_until = '2020-01-01'");
  const { sweepRetained } = await import("#server/upstream/person-data/deletion.ts");
  await sweepRetained(app.database.orm, new Date());
  await sweepObjects(app.database.orm, app.objects, new Date(Date.now() + 30 * 86_400_000));
  for (const { storage_key: key } of stored)
    await expect.soft(app.objects.read(key, { first: 0, last: 1 })).rejects.toThrow();
  expect.soft(await findTraces(app, ["orchid"])).toEqual([]);
});

test("of a household one goes: the others, what they wrote and the thread stay, with the name taken out", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record, email } = await newPortalClient(app, agency, "Ida and Tom Marigold");
  // A household under a name of its own, at the address of one of them.
  await agency.addPerson(record.id, { name: "Ida Marigold", email });
  const tom = `${randomUUID().slice(0, 8)}@client.example`;
  await agency.addPerson(record.id, { name: "Tom Thistle", email: tom });
  await agency.call("POST", "/portal_invitations", { clientId: record.id, email: tom });
  const other = app.visitor();
  await other.open(await portalPath(app, tom));
  await other.submit({}, { button: "Open my home search" });
  const write = async (person: Visitor, body: string) => {
    await person.open(`${home}/messages`);
    await person.submit({ body }, { form: "main form", button: "Send message" });
  };
  await write(visitor, "Marigolds need light.");
  await write(other, "Thistles do not.");
  await visitor.open(`${home}/me/deletion`);
  await visitor.submit({}, { button: "Ask to be deleted" });
  const page = await owner.open(`/clients/${record.id}`);
  await owner.open(page.document.querySelector('a[href$="/deletion"]')?.getAttribute("href") ?? "");
  expect(owner.page.text).toContain("Tom Thistle and the thread stay.");
  const done = await owner.submit({ confirmed: "on" }, { button: "Delete for good" });
  expect([done.url.pathname, done.text]).toEqual([`/clients/${record.id}`, expect.stringContaining("Tom Thistle")]);
  const traces = await findTraces(app, [email, "Marigold"]);
  expect(traces.filter((trace) => !/^mail\.outbox: [^ ]+@/.test(trace))).toEqual([]);
  const thread = await other.open(`${home}/messages`);
  expect(thread.text).toMatch(/Deleted person.*Thistles do not\./);
  expect((await owner.open(`/messages/${record.id}`)).text).toMatch(/Deleted person.*Thistles do not\./);
  expect((await visitor.open(home)).url.pathname).toContain("/login");
});
