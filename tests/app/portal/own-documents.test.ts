import { randomUUID } from "node:crypto";
import { FormData } from "undici";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { phonePicture, smallPicture } from "#tests/support/odd-pictures.ts";
import { newPortalClient, portalPath } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

const documents = "/client-portal/dashboard/documents";
const letter = new File(["We would lend you money."], "Pre-approval.txt", { type: "text/plain" });

test("a client sends a document, sees it, and the agent settles it", async ({ app, agency, owner }) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  await visitor.open(documents);
  const sent = await visitor.submit({}, { button: "Send document", files: [letter] });
  expect([sent.url.pathname, sent.status]).toEqual([documents, 200]);
  expect(sent.text).toContain("Your document is sent.");
  expect(sent.text).toContain("Pre-approval.txt");
  expect(sent.text).not.toContain("New");
  const address = sent.document.querySelector("main .rows a")?.getAttribute("href") ?? "";
  expect(await (await visitor.request(address)).text()).toBe("We would lend you money.");

  expect((await owner.open("/")).text).toMatch(/Needs attention.*Document: Pre-approval\.txt.*Nora Lind/);
  const page = await owner.open(`/clients/${record.id}`);
  expect(page.text).toMatch(/From the client.*Pre-approval\.txt.*Nora Lind \(client\)/);
  await owner.follow("Review");
  const settled = await owner.submit({}, { button: "Mark as done" });
  expect(settled.url.pathname).toBe(`/clients/${record.id}`);
  expect(settled.text).not.toContain("From the client");
});

test("a document sent by mistake is taken back for good while nobody has opened it, and asked about afterwards", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const send = async () => {
    await visitor.open(documents);
    await visitor.submit({}, { button: "Send document", files: [letter] });
    return visitor.page.document.querySelector('a[href$="/removal"]')?.getAttribute("href") ?? "";
  };
  const first = await send();
  expect((await visitor.open(first)).text).toMatch(/Take back Pre-approval\.txt\?.*Nobody has opened it yet/s);
  const gone = await visitor.submit({}, { button: "Take it back and delete it" });
  expect([gone.url.pathname, gone.text]).toEqual([documents, expect.stringContaining("is taken back and deleted.")]);
  expect(gone.document.querySelectorAll("main .rows > li")).toHaveLength(0);
  expect((await visitor.open(first)).status).toBe(404);
  const log = await owner.open(`/clients/${record.id}/activity`);
  expect(log.text).toMatch(/Document permanently deleted.*by Nora Lind/s);
  expect((await owner.open(`/clients/${record.id}`)).text).not.toContain("From the client");

  // Opened while the page that offers it is open.
  const second = await send();
  await visitor.open(second);
  const opened = second.replace(documents, "/documents").replace("/removal", "");
  const page = await owner.open(opened);
  const content = page.document.querySelector("[href*='/content'], [src*='/content']");
  await owner.request(content?.getAttribute("href") ?? content?.getAttribute("src") ?? `${opened}/content`);
  const late = await visitor.submit({}, { button: "Take it back and delete it" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("it can no longer be taken back.")]);
  const { document } = await visitor.open(second);
  const asking = document.querySelector("main form button")?.text.trim() ?? "";
  expect(asking).toMatch(/^Ask .+ to delete it$/);
  const asked = await visitor.submit({}, { button: asking });
  expect(asked.text).toMatch(/I sent the document “Pre-approval\.txt” by mistake\. Please delete it\./);

  const { visitor: stranger } = await newPortalClient(app, agency);
  expect((await stranger.open(second)).status).toBe(404);
  await stranger.open(documents);
  const form = stranger.page.document.querySelector("main form");
  form?.setAttribute("action", second);
  expect((await stranger.submit({}, { button: "Send document", files: [letter] })).status).toBe(404);
});

test("the same form sent twice keeps one document", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency);
  const first = await visitor.open(documents);
  const key = first.document.querySelectorAll("main form input[type=hidden]");
  const fields = () => {
    const form = new FormData();
    for (const input of key) form.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
    form.append("file", letter);
    return form;
  };
  await visitor.send(documents, fields());
  await visitor.send(documents, fields());
  const { document } = await visitor.open(documents);
  expect(document.querySelectorAll("main .rows > li")).toHaveLength(1);
});

test("without a file, or with one that is too large, the form says so in the person's language", async ({
  app,
  agency,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  await visitor.open(documents);
  const none = await visitor.submit({}, { button: "Send document" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose a file first.")]);
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { button: "Save" });
  await visitor.open(documents);
  const large = new File([new Uint8Array(26 * 1024 ** 2)], "house.mov");
  const refused = await visitor.submit({}, { button: "Enviar documento", files: [large] });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("house.mov es demasiado grande. Un archivo puede tener hasta 25 MB.");
});

/** As the first file of a zip that says what the zip is; its directory is not looked at. */
function zipHead(name: string, content: string): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(30);
  head.write("PK\u0003\u0004", "latin1");
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return new Uint8Array(Buffer.concat([head, Buffer.from(name + content)]));
}

const word = zipHead(
  "[Content_Types].xml",
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);

test("pictures, PDFs, Office documents and texts are taken by their bytes, and each other file has its own reason", async ({
  app,
  agency,
}) => {
  const { visitor, email } = await newPortalClient(app, agency);
  await visitor.open(documents);
  const send = (...files: File[]) => visitor.submit({}, { button: "Send document", files });
  const taken = [
    new File([phonePicture()], "IMG_0001.HEIC", { type: "" }),
    new File([smallPicture()], "letter.png", { type: "application/octet-stream" }),
    new File(["%PDF-1.7\n"], "letter.pdf"),
    new File([word], "letter.docx"),
    new File(["Nora <a@lind.example>\n"], "notes.txt"),
  ];
  for (const file of taken) expect((await send(file)).text, file.name).toContain("Your document is sent.");
  const program = new File(["MZ\u0090\u0000\u0003\u0000\u0000\u0000"], "Letter.exe", { type: "application/pdf" });
  const reasons: readonly (readonly [File, string])[] = [
    [program, "Letter.exe is a kind of file that can't be sent here."],
    [new File(["<script>ran()</script>"], "page.html", { type: "text/plain" }), "page.html is a kind of file"],
    [new File(["AAAA"], "plan"), "plan is a kind of file that can't be sent here."],
    [
      new File([new Uint8Array(500).fill(0xa7)], "photo.heic", { type: "image/heic" }),
      "photo.heic is damaged, or it is",
    ],
    [new File(["AAAA"], "contract.docx"), "contract.docx is damaged, or it is not what its name says."],
    [new File([program], "scan.pdf", { type: "application/pdf" }), "scan.pdf is damaged, or it is not what its name"],
    [new File([], "empty.pdf"), "empty.pdf is empty. Choose another file."],
  ];
  for (const [file, reason] of reasons) {
    const refused = await send(file);
    expect([refused.status, refused.text], file.name).toEqual([400, expect.stringContaining(reason)]);
  }
  expect((await send(letter, letter)).text).toContain("Send one file at a time.");
  await app.database.pool.query(
    `insert into upstream.objects (storage_key, workspace_id, account_id, size, expires_at)
      select gen_random_uuid(), workspace_id, account_id, 1, expires_at from upstream.objects, generate_series(1, 20)
      where account_id = (select id from upstream.portal_people where email = $1)`,
    [email],
  );
  expect((await send(letter)).text).toContain("You have sent 20 files today. Send Pre-approval.txt tomorrow");
});

test("what a client has sent is no news to the house, and nothing that was opened in the portal", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  await agency.addPerson(record.id, { name: "Jan Lind", email });
  await agency.call("POST", "/portal_invitations", { clientId: record.id, email });
  const second = app.visitor();
  await second.open(await portalPath(app, email));
  await second.submit({}, { button: "Open my home search" });
  await visitor.open(documents);
  const sent = await visitor.submit({}, { button: "Send document", files: [letter] });
  const address = sent.document.querySelector("main .rows a")?.getAttribute("href") ?? "";
  for (const person of [visitor, second]) {
    expect((await person.open(documents)).text).not.toContain("Pre-approval.txt New");
    expect((await person.open("/client-portal/dashboard")).text).not.toContain("New for you");
    await person.request(address, { headers: { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" } });
  }
  const openings = JSON.stringify(await agency.call("GET", `/clients/${record.id}/portal_openings`));
  expect(openings).not.toContain("Pre-approval.txt");
  expect((await owner.open(`/clients/${record.id}/activity`)).text).not.toContain("opened in the client portal");
});

test("staff who look see no form, and can send nothing", async ({ app, agency, owner }) => {
  const { record } = await newPortalClient(app, agency);
  await owner.open(`/clients/${record.id}/portal/view`);
  const look = await owner.submit({}, { button: "Open the portal" });
  const page = await owner.open(`${look.url.pathname}/documents`);
  expect(page.document.querySelector("main form")).toBeNull();
  const form = new FormData();
  form.append("file", letter);
  expect((await owner.send(`${look.url.pathname}/documents`, form)).status).toBe(403);
});
