import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { createFolder, createPackage, uploadDocument } from "#tests/support/furnished-agent.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import { type Visit, Visitor } from "#tests/support/visitor.ts";
import { type Screen, screens } from "./screens.ts";

let agent: TestAgent;
const known = { client: "", package: "", document: "", opportunity: "" };
const anyone = new Visitor(inject("origin"));

beforeAll(async () => {
  agent = await registerAgent(inject("origin"));
  const { visitor } = agent;
  await visitor.open("/clients/new");
  await visitor.submit({ name: "Maya Okafor", email: "maya@client.example" }, { button: "Create client" });
  await visitor.follow("Maya Okafor");
  const clientId = visitor.page.url.pathname.split("/")[2] ?? "";
  const address = { street: "2218 Alder Street", city: "Seattle", state: "WA", zip: "98117" };
  const packageId = await createPackage(visitor, { ...address, clientId });
  await visitor.open(`/packages/${packageId}/edit`);
  await visitor.submit({ beds: "3", baths: "2.5", sqft: "1840" }, { button: "Save changes" });
  const documentId = await uploadDocument(
    visitor,
    { name: "Report.txt", content: "A paper." },
    `?package=${packageId}`,
  );
  const folderId = await createFolder(visitor, { name: "Disclosures 2020" });
  await uploadDocument(visitor, { name: "Disclosure.txt", content: "A paper." }, `?folder=${folderId}`);
  const opportunityId = await findOpportunity(visitor, clientId);
  Object.assign(known, { client: clientId, package: packageId, document: documentId, opportunity: opportunityId });
});
afterAll(async () => {
  await anyone.close();
  await agent.visitor.close();
});

function fill(path: string): string {
  return Object.entries(known).reduce((filled, [name, id]) => filled.replace(`:${name}`, id), path);
}

function textsOf({ document }: Visit, selector: string): string[] {
  return document.querySelectorAll(selector).map((element) => element.text.replaceAll(/\s+/g, " ").trim());
}

async function look({ path, by }: Screen): Promise<Visit> {
  return (by === "agent" ? agent.visitor : anyone).open(fill(path));
}

describe.each(screens)("$path for $by", (screen) => {
  test("says what the specification says", async () => {
    const page = await look(screen);
    for (const text of screen.texts ?? []) expect(page.text).toContain(text);
    expect(textsOf(page, "label")).toEqual(expect.arrayContaining([...(screen.labels ?? [])]));
    expect(textsOf(page, "button")).toEqual(expect.arrayContaining([...(screen.buttons ?? [])]));
    const headings = textsOf(page, "th").filter((heading) => heading !== "");
    if (screen.columns) expect(headings.slice(0, screen.columns.length)).toEqual(screen.columns);
    const placeholders = page.document
      .querySelectorAll("[placeholder]")
      .map((input) => input.getAttribute("placeholder"));
    expect(placeholders).toEqual(expect.arrayContaining([...(screen.placeholders ?? [])]));
    const options = page.document
      .querySelectorAll("option")
      .map((option) => [option.text.trim(), option.getAttribute("value")]);
    for (const [label, value] of screen.options ?? []) expect(options).toContainEqual([label, fill(value)]);
    const links = page.document
      .querySelectorAll("a[href]")
      .map((link) => [link.text.replaceAll(/\s+/g, " ").trim(), link.getAttribute("href")]);
    for (const [text, path] of screen.links ?? []) expect(links).toContainEqual([text, fill(path)]);
  });
});

test("every screen has something to look for", () => {
  const silent = screens.filter(({ texts, labels, buttons, links }) =>
    [texts, labels, buttons, links].every((list) => list === undefined),
  );
  expect(silent).toEqual([]);
});
