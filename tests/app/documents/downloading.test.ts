import fc from "fast-check";
import { http } from "msw";
import { describe, expect, vi } from "vitest";
import { dispositionOf } from "#app/documents/download.server.ts";
import { DistinctNames, documentName, downloadName } from "#app/documents/download-name.ts";
import { startAgency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { arrivedPicture } from "#tests/support/odd-pictures.ts";
import { createFolder, uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { readZip } from "#tests/support/zip.ts";

const test = sharedAgencyTest();

// Bytes on their way to browsers: whole, in part, or all at once as a zip; never anything that could run.

async function upload(
  owner: Visitor,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = "text/plain",
): Promise<string> {
  await owner.open("/documents/uploads/new");
  await owner.submit({}, { button: "Upload", files: [new File([content], name, { type })] });
  const { document } = await owner.open(`/documents?${new URLSearchParams({ q: name })}`);
  return document.querySelector(".finds a")?.getAttribute("href")?.split("/")[2] ?? "";
}

async function get(owner: Visitor, path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await owner.request(path, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("the bytes of a document", () => {
  test("are sent whole, in part, and as a 304", async ({ owner }) => {
    const path = `/documents/${await upload(owner, "letters.txt", "abcdefghij")}/content`;
    const whole = await get(owner, path);
    expect([whole.status, whole.text, whole.headers.get("accept-ranges")]).toEqual([200, "abcdefghij", "bytes"]);
    expect(whole.headers.get("content-length")).toBe("10");
    const part = await get(owner, path, { range: "bytes=2-4" });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "cde", "bytes 2-4/10"]);
    expect(await get(owner, path, { range: "bytes=-3" })).toMatchObject({ status: 206, text: "hij" });
    expect(await get(owner, path, { range: "bytes=10-" })).toMatchObject({ status: 416, text: "" });
    const tag = whole.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(await get(owner, path, { "if-none-match": tag })).toMatchObject({ status: 304, text: "" });
    expect(await get(owner, path, { range: "bytes=2-4", "if-range": '"another"' })).toMatchObject({ status: 200 });
    const head = await get(owner, path, {}, "HEAD");
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", "10"]);
  });

  const page = "<!doctype html><script>alert(1)</script>";
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.for([
    ["page.html", page, "text/html", "attachment"],
    ["drawing.svg", drawing, "image/svg+xml", "attachment"],
    ["page.png", page, "image/png", "attachment"],
    ["feed.xml", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "application/xml", "attachment"],
    ["script.js", "alert(1)", "text/javascript", "inline"],
    ["sheet.csv", "a,b", "text/csv", "attachment"],
    ["notes.txt", "Notes.", "text/plain", "inline"],
    ["report.pdf", "%PDF-1.7 and so on", "application/pdf", "inline"],
  ] as const)("%s goes out as what cannot run", async ([name, content, type, how], { owner }) => {
    const path = `/documents/${await upload(owner, name, content, type)}/content`;
    const { headers } = await get(owner, path);
    expect(headers.get("content-disposition")).toBe(`${how}; filename="${name}"`);
    const harmless = name.endsWith(".pdf") ? "application/pdf" : "text/plain; charset=utf-8";
    expect(headers.get("content-type")).toBe(how === "inline" ? harmless : "application/octet-stream");
    const saved = await get(owner, `${path}?download=true`);
    expect(saved.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
  });

  test("of a text in another encoding are shown in that", async ({ owner }) => {
    const content = new Uint8Array(Buffer.from("Se\xf1ora Pe\xf1a wants a garage.", "latin1"));
    const id = await upload(owner, "wish.txt", content);
    const { headers } = await get(owner, `/documents/${id}/content`);
    expect(headers.get("content-type")).toBe("text/plain; charset=windows-1252");
    expect(headers.get("content-disposition")).toBe('inline; filename="wish.txt"');
  });

  test("of a JPEG that lost its last ones are shown, and its page says so", async ({ owner }) => {
    const lost = await upload(owner, "lost.jpg", await arrivedPicture(0.7));
    const kept = await upload(owner, "kept.jpg", await arrivedPicture(1));
    const pages = [await owner.open(`/documents/${lost}`), await owner.open(`/documents/${kept}`)];
    expect(pages.map(({ text }) => text.includes("The last part of this picture is missing."))).toEqual([true, false]);
    await vi.waitFor(async () => {
      const answer = await owner.request(`/documents/${lost}/thumbnail`);
      expect(answer.headers.get("content-type")).toBe("image/webp");
    });
  });

  test("are saved under the label with the file's extension", async ({ owner }) => {
    const id = await upload(owner, "scan.pdf", "%PDF-1.7 x", "application/pdf");
    await owner.open(`/documents/${id}/renaming`);
    await owner.submit({ name: 'Gutachten "Süd": 50%' }, { button: "Save changes" });
    const { headers } = await get(owner, `/documents/${id}/content?download=true`);
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"Gutachten _S_d__ 50_.pdf\"; filename*=UTF-8''Gutachten%20_S%C3%BCd__%2050%25.pdf",
    );
  });

  test("are checked for the current user each time: in the trash, of others, signed out", async ({ app, owner }) => {
    const id = await upload(owner, "mine.txt", "Mine.");
    const stranger = (await startAgency(app)).owner.visitor;
    for (const below of ["content", "thumbnail", "content?version=1"])
      expect((await stranger.open(`/documents/${id}/${below}`)).status, below).toBe(404);
    expect((await app.visitor().open(`/documents/${id}/content`)).url.pathname).toBe("/login/");
    await owner.open(`/documents/${id}/trashing`);
    await owner.submit({}, { button: "Delete document" });
    expect((await get(owner, `/documents/${id}/content`)).text).toBe("Mine.");
    await owner.open(`/documents/${id}/removal`);
    await owner.submit({}, { button: "Delete permanently" });
    expect((await get(owner, `/documents/${id}/content`)).status).toBe(404);
  });

  test("are sent with our own headers, whatever the service's say", async ({ app, owner }) => {
    const id = await upload(owner, "kept.txt", "Kept.");
    const lying = {
      "content-type": "text/html; charset=x-user-defined",
      "set-cookie": "a=b",
      etag: "<x>",
      "content-length": "-1",
      "content-disposition": "inline",
    };
    app.use(http.all("*/content", () => new Response("<script>x</script>", { headers: lying })));
    const { headers } = await get(owner, `/documents/${id}/content`);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect([headers.get("etag"), headers.get("set-cookie")]).toEqual([null, null]);
    expect(headers.get("content-length")).not.toBe("-1");
  });

  test("that cannot be read are reported", async ({ app, owner }) => {
    const id = await upload(owner, "lost.txt", "Lost.");
    app.use(http.all("*/content", () => new Response("", { status: 503 })));
    const page = await owner.open(`/documents/${id}/content`);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining("The service isn't responding right now.")]);
  });
});

describe("the zip of a place", () => {
  test("has the folder structure and unique names", async ({ owner }) => {
    const outer = await createFolder(owner, { name: "Disclosures: 2020" });
    const inner = await createFolder(owner, { name: "Roof" }, `?folder=${outer}`);
    await uploadDocument(owner, { name: "plan.txt", content: "Outer plan." }, `?folder=${outer}`);
    await uploadDocument(owner, { name: "plan.txt", content: "Inner plan." }, `?folder=${inner}`);
    const id = await uploadDocument(owner, { name: "plan_.txt", content: "Another plan." }, `?folder=${inner}`);
    await owner.open(`/documents/${id}/renaming`);
    await owner.submit({ name: "plan?.txt" }, { button: "Save changes" });
    await uploadDocument(owner, { name: "plan_.txt", content: "One more." }, `?folder=${inner}`);
    const response = await owner.request(`/documents/bundle?folder=${outer}`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="Disclosures_ 2020.zip"');
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(await readZip(await response.arrayBuffer())).toEqual({
      "plan.txt": "Outer plan.",
      "Roof/plan.txt": "Inner plan.",
      "Roof/plan_.txt": "Another plan.",
      "Roof/plan_ (2).txt": "One more.",
    });
  });

  test("lists documents that could not be read and has the others", async ({ app, owner }) => {
    const folderId = await createFolder(owner, { name: "Half" });
    await uploadDocument(owner, { name: "a.txt", content: "There." }, `?folder=${folderId}`);
    await uploadDocument(owner, { name: "b.txt", content: "Gone." }, `?folder=${folderId}`);
    let count = 0;
    app.use(
      http.get("*/content", () => {
        count += 1;
        return count === 1 ? undefined : new Response("", { status: 404 });
      }),
    );
    const response = await owner.request(`/documents/bundle?folder=${folderId}`);
    const files = await readZip(await response.arrayBuffer());
    expect(Object.keys(files)).toEqual(["a.txt", "Not included.txt"]);
    expect(files["Not included.txt"]).toContain("b.txt");
  });

  test("while no file can be read is a failure, and one that begins by then names all that it lacks", async ({
    app,
    owner,
  }) => {
    const folderId = await createFolder(owner, { name: "Down" });
    for (const name of ["a.txt", "b.txt", "c.txt"])
      await uploadDocument(owner, { name, content: "There." }, `?folder=${folderId}`);
    const asked: string[] = [];
    let fromNowOn = 0;
    app.use(
      http.get("*/content", ({ request }) => {
        asked.push(request.url);
        // No retry waits as long as this service asks for.
        return asked.length > fromNowOn
          ? new Response("", { status: 503, headers: { "retry-after": "60" } })
          : undefined;
      }),
    );
    const failed = await owner.open(`/documents/bundle?folder=${folderId}`);
    expect([failed.status, failed.text]).toEqual([503, expect.stringContaining("isn't responding right now.")]);
    asked.length = 0;
    fromNowOn = 1;
    const response = await owner.request(`/documents/bundle?folder=${folderId}`);
    const files = await readZip(await response.arrayBuffer());
    expect(Object.keys(files)).toEqual(["a.txt", "Not included.txt"]);
    expect(files["Not included.txt"]).toMatch(/b\.txt\r\nc\.txt/);
    expect(asked).toHaveLength(2);
  });

  test("an aborted download closes the document that was being read", async ({ app, owner }) => {
    const folderId = await createFolder(owner, { name: "Left" });
    await uploadDocument(owner, { name: "a.txt", content: "There." }, `?folder=${folderId}`);
    let isLetGo = false;
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel() {
          isLetGo = true;
        },
      });
    app.use(http.all("*/content", () => new Response(endless())));
    const visitor = app.visitor({ socket: true });
    for (const [name, value] of owner.cookies) visitor.cookies.set(name, value);
    const response = await visitor.request(`/documents/bundle?folder=${folderId}`);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => isLetGo).toBe(true);
    await visitor.close();
  });

  test("breaks off with a document that breaks off", async ({ app, owner }) => {
    const folderId = await createFolder(owner, { name: "Broken" });
    await uploadDocument(owner, { name: "a.txt", content: "There." }, `?folder=${folderId}`);
    app.use(
      http.all(
        "*/content",
        () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) })),
      ),
    );
    const reading = owner.request(`/documents/bundle?folder=${folderId}`).then((response) => response.arrayBuffer());
    await expect(reading).rejects.toThrow();
  });
});

test("whatever a service calls a file, its header is one, and names a file without a folder", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("../", "\r\nSet-Cookie: a=b", '"; filename="x', "\u202e"),
      (name, odd) => {
        const value = dispositionOf("attachment", downloadName(name + odd + name));
        expect(new Headers({ "content-disposition": value }).get("content-disposition")).toBe(value);
        const [, plain = "", encoded] =
          /^attachment; filename="([^"\\%;]*)"(?:; filename\*=UTF-8''([\w%!.~-]+))?$/.exec(value) ?? [];
        const read = encoded === undefined ? plain : decodeURIComponent(encoded);
        expect(read).toBe(downloadName(name + odd + name));
        expect(read).not.toMatch(/[\p{Cc}\\/\u202a-\u202e]|^\.|^$/u);
      },
    ),
  );
});

const family = "👨‍👩‍👧‍👦";

test.for<[string, string, RegExp]>([
  ["a family", `${family.repeat(60)}.pdf`, new RegExp(`^(?:${family}){9}….pdf$`)],
  ["accents beside their letters", `${"e\u0301".repeat(200)}.docx`, /^(?:e\u0301){82}….docx$/],
  ["Hindi", `${"क्षि".repeat(100)}.jpg`, /^(?:क्षि){20}….jpg$/],
  ["no ending", "n".repeat(300), /^n{252}…$/],
  ["255 bytes", `${"é".repeat(126)}.md`, /^é{126}.md$/],
])("a name of %s is saved in 255 bytes, cut between characters", ([, name, expected]) => {
  const [, encoded = ""] = /filename\*=UTF-8''(.*)$/.exec(dispositionOf("attachment", name)) ?? [];
  expect(decodeURIComponent(encoded)).toMatch(expected);
  const names = new DistinctNames();
  const [first, second] = [names.distinct("folder/", name), names.distinct("folder/", name)];
  expect(first).toBe(`folder/${decodeURIComponent(encoded)}`);
  expect(second).toMatch(/ \(2\)(?:\.\w+)?$/);
  expect(Buffer.byteLength(second)).toBeLessThanOrEqual("folder/".length + 255);
});

test("file names are allowed on every system", () => {
  const names = ["../../etc", "a/b\\c", "CON", "nul.txt", "trailing. ", " . ", "a\u202eb", 'x"<>|?*:y', ".hidden"];
  expect(names.map(downloadName)).toEqual([
    "__.._etc",
    "a_b_c",
    "_CON",
    "_nul.txt",
    "trailing",
    "_",
    "a_b",
    "x_______y",
    "_hidden",
  ]);
  expect(documentName("Roof report", "scan.PDF")).toBe("Roof report.PDF");
  expect(documentName("Roof report.pdf", "scan.PDF")).toBe("Roof report.pdf");
  expect(documentName("Notes", "README")).toBe("Notes");
  expect(documentName(".hidden", ".hidden")).toBe("_hidden");
});
