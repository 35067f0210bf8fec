import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { longestForm, tooLongForm } from "#app/session/longest-form.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { messagesOn } from "../page-reading.ts";

const test = sharedAgencyTest();

describe("any typed text is either refused with a clear error or stored unchanged", () => {
  const oddities: readonly (readonly [name: string, text: string])[] = [
    ["half a megabyte", "x".repeat(500_000)],
    ["a NUL", "a\0b"],
    ["a replaced surrogate", "a\ud800b"],
    ["emoji", "👩‍👩‍👧‍👦 🏠"],
    ["right to left", "‏מאיה אוקפור‎"],
    ["markup", `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`],
    ["a template", "{{7*7}} %0d%0aSet-Cookie:x=1"],
    ["lines", "one\r\ntwo\rthree"],
    ["nothing", ""],
  ];

  const forms = {
    contact: {
      page: "edit",
      button: "Save changes",
      all: ["name", "email", "phoneNumber"],
      free: ["name", "phoneNumber"],
    },
    person: { page: "people/new", button: "Add person", all: ["name", "email", "phoneNumber"], free: ["name"] },
    profile: {
      page: "buyer-profile/edit",
      button: "Save changes",
      all: ["budget.amount", "budget.currency", "minBeds", "minBaths", "minLotSize", "minGarages", "notes"],
      free: ["preferredAreas", "propertyTypes", "notes"],
    },
  };
  const cases = Object.entries(forms).flatMap(([form, { all, free, ...rest }]) =>
    oddities.flatMap(([oddity, text]) => [
      { form, oddity, text, fields: all, ...rest },
      { form, oddity, text, fields: free, ...rest },
    ]),
  );

  test.for(cases)("$form: $oddity in $fields", async ({ page, button, fields, text }, { agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/${page}`);
    const sent = fillForm(owner.page, button);
    const base = { name: "Ben", email: `${randomUUID()}@client.example`, "budget.currency": "USD" };
    for (const [name, value] of Object.entries(base))
      if (owner.page.html.includes(`name="${name}"`)) sent.fields.set(name, value);
    for (const field of fields) sent.fields.set(field, text);
    const answer = await owner.send(sent.path, sent.fields);
    expect(answer.html).not.toContain("<script>alert(1)");
    // Half a megabyte in seven fields is more than a form may hold.
    expect(sent.fields.toString().length > longestForm ? [413] : [200, 400]).toContain(answer.status);
    if (answer.status === 413) expect(answer.text).toContain(tooLongForm);
    else if (answer.status === 400) expect(messagesOn(answer)).not.toEqual([]);
    else expect(answer.url.pathname).toBe(`/clients/${id}`);
  });

  test("names in any script are stored unchanged", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    for (const name of ["👩‍👩‍👧‍👦 🏠", "מאיה אוקפור", `<b>"O'Brien" & Søn</b>`, "李伟", "a".repeat(200)]) {
      await owner.open(`/clients/${id}/edit`);
      const saved = await owner.submit({ name }, { button: "Save changes" });
      expect((await agency.readClient(id)).client.attributes.name).toBe(name);
      expect(saved.document.querySelector("h1")?.text.length).toBeGreaterThan(0);
    }
  });
});
