import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import { pageScriptTest } from "#tests/support/page-script-test.ts";

/** `openPage` opens a page with a form for files and a text beside it. */
const test = pageScriptTest("app/enhancer/file-fields.ts").extend(
  "openPage",
  ({ script, browser }) =>
    async (attributes = "multiple", behind = ""): Promise<Page> => {
      const page = await browser.newPage();
      onTestFinished(() => page.close());
      const body = `<form><label>Files <input type="file" name="file" ${attributes}><output></output>${behind}</label><p>Up to 25 MB.</p></form><p>Elsewhere</p>`;
      await page.setContent(`<!doctype html><script>${script}</script>${body}`);
      return page;
    },
);

interface Dragged {
  readonly name: string;
  readonly size: number;
}

/** Drags files over what has a text, or drops them there. @returns whether the page took the event, and how the field is marked */
function drag(page: Page, type: string, text: string, files: readonly Dragged[]) {
  return page.evaluate(
    ({ type, text, files }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, size } of files) dataTransfer.items.add(new File([new Uint8Array(size)], name));
      if (files.length === 0) dataTransfer.setData("text/plain", "some words");
      const target = [...document.querySelectorAll("p")].find((element) => element.textContent?.startsWith(text));
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
      const isTaken = target?.dispatchEvent(event) === false;
      return { isTaken, marked: document.querySelectorAll(".dropping").length };
    },
    { type, text, files },
  );
}

const chosenOn = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector("input");
    return {
      files: [...(field?.files ?? [])].map(({ name }) => name),
      said: document.querySelector("output")?.textContent,
    };
  });

const plan = { name: "plan.pdf", size: 3 * 1024 ** 2 };
const note = { name: "<b>note.txt", size: 1500 };

test("it is small", ({ script }) => {
  expect(brotliCompressSync(script).length).toBeLessThan(704);
});

test("files that are pasted into a form are chosen beside those before; words are pasted", async ({ openPage }) => {
  const page = await openPage();
  const paste = (name: string | null) =>
    page.evaluate((name) => {
      const clipboardData = new DataTransfer();
      if (name !== null) clipboardData.items.add(new File(["x"], name));
      if (name === null || name === "cells.png") clipboardData.setData("text/plain", "words");
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
      return document.querySelector("form p")?.dispatchEvent(event) === false;
    }, name);
  expect([await paste(null), await paste("cells.png"), await paste("one.png"), await paste("two.png")]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect((await chosenOn(page)).files).toEqual(["one.png", "two.png"]);
});

test("files that are dropped anywhere on a form are chosen in its field, which says so to the page's own scripts", async ({
  openPage,
}) => {
  const page = await openPage();
  await page.evaluate(() => addEventListener("change", () => document.body.append("Changed")));
  expect(await drag(page, "dragover", "Up to", [plan])).toEqual({ isTaken: true, marked: 1 });
  expect(await drag(page, "drop", "Up to", [plan, note])).toEqual({ isTaken: true, marked: 0 });
  expect(await chosenOn(page)).toEqual({
    files: ["plan.pdf", "<b>note.txt"],
    said: "plan.pdf, 3.0 MB\n<b>note.txt, 2 kB",
  });
  await page.getByText("Changed").waitFor();
});

test("beside a form, and without files, nothing is taken", async ({ openPage }) => {
  const page = await openPage();
  expect(await drag(page, "dragover", "Elsewhere", [plan])).toEqual({ isTaken: false, marked: 0 });
  expect(await drag(page, "drop", "Elsewhere", [plan])).toEqual({ isTaken: false, marked: 0 });
  expect(await drag(page, "dragover", "Up to", [])).toEqual({ isTaken: false, marked: 0 });
  expect(await chosenOn(page)).toEqual({ files: [], said: "" });
});

test("the mark goes when the files leave the form or the window", async ({ openPage }) => {
  const page = await openPage();
  await drag(page, "dragover", "Up to", [plan]);
  expect(await drag(page, "dragover", "Elsewhere", [plan])).toEqual({ isTaken: false, marked: 0 });
  await drag(page, "dragover", "Up to", [plan]);
  expect(await drag(page, "dragleave", "Up to", [plan])).toEqual({ isTaken: false, marked: 0 });
});

test("a field for one file takes one and says so, and a disabled one takes none", async ({ openPage }) => {
  const single = await openPage("", '<output data-single="One file only."></output>');
  expect(await drag(single, "drop", "Up to", [plan, note])).toEqual({ isTaken: true, marked: 0 });
  expect((await chosenOn(single)).files).toEqual([]);
  await single.getByText("One file only.", { exact: true }).waitFor();
  await drag(single, "drop", "Up to", [note]);
  expect((await chosenOn(single)).files).toEqual(["<b>note.txt"]);
  expect(await single.getByText("One file only.", { exact: true }).count()).toBe(0);
  const disabled = await openPage("disabled");
  expect(await drag(disabled, "drop", "Up to", [note])).toEqual({ isTaken: false, marked: 0 });
});

test("files that are chosen in the usual way are listed, too, and no longer when there are none", async ({
  openPage,
}) => {
  const page = await openPage();
  const field = page.getByLabel("Files");
  await field.setInputFiles([{ name: "roof.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(999 * 1024) }]);
  expect((await chosenOn(page)).said).toBe("roof.jpg, 999 kB");
  await field.setInputFiles([]);
  expect((await chosenOn(page)).said).toBe("");
});

test("a picture is shown below the field before it is sent; what only seems to be one is not", async ({ openPage }) => {
  const page = await openPage();
  const field = page.getByLabel("Files");
  const png = { name: "roof.png", mimeType: "image/png", buffer: Buffer.from(smallPicture()) };
  const seems = { name: "no.jpg", mimeType: "image/jpeg", buffer: Buffer.from("a text") };
  await field.setInputFiles([seems, png, { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(9) }]);
  await page.waitForFunction(() => document.querySelectorAll("output canvas").length === 1);
  const [middle] = await page.evaluate(() =>
    [...document.querySelectorAll("canvas")].map((canvas) => {
      const copy = new OffscreenCanvas(1, 1).getContext("2d");
      copy?.drawImage(canvas, 0, 0, 1, 1);
      return [canvas.width, copy?.getImageData(0, 0, 1, 1).data.join(" ")];
    }),
  );
  expect(middle).toEqual([96, "255 255 255 255"]);
  await field.setInputFiles([]);
  expect(await page.locator("canvas").count()).toBe(0);
});
