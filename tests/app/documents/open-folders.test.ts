import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { linkOf } from "../page-reading.ts";

const test = newAgencyTest();

// The standard folders of a property, whose documents are shown on its page.

test("an upload to a folder from the page of its property returns to the property", async ({ agency, owner }) => {
  const { id } = await agency.addPackage();
  await owner.open(`/packages/${id}`);
  const form = await owner.follow("Upload to Buyers guide");
  expect(linkOf(form, "Cancel")).toBe(`/packages/${id}`);
  const back = await owner.submit({}, { button: "Upload", files: [new File(["Guide."], "guide.txt")] });
  expect([back.url.pathname, back.text.includes("guide.txt uploaded.")]).toEqual([`/packages/${id}`, true]);
});
