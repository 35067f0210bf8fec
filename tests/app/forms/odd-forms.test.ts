import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { hiddenFields, keyField } from "#app/session/hidden-fields.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";

const test = newAgencyTest().extend(
  "visitor",
  { scope: "file" },
  async ({ app }) => await app.signedIn(await app.newOwner()),
);

const oddFields: Record<string, (fields: URLSearchParams) => void> = {
  "an index of a thousand million": (fields) => fields.append("tags[999999999]", "x"),
  "a prototype": (fields) => fields.append("__proto__.polluted", "x"),
  "another prototype": (fields) => fields.append("constructor.prototype.polluted", "x"),
  "an unreadable intent": (fields) => fields.append("__intent__", "{"),
  "an unknown intent": (fields) => fields.append("__intent__", '{"type":"insert","payload":{"name":"name"}}'),
  "an unreadable state": (fields) => fields.append("__state__", "{"),
  "a field that is a list and an object": (fields) => {
    fields.append("name.first", "x");
    fields.append("name[0]", "y");
  },
  "a key that is none": (fields) => fields.set(keyField, "../../etc"),
  "two keys": (fields) => fields.append(keyField, "x"),
  "no hidden fields": (fields) => {
    for (const name of hiddenFields) fields.delete(name);
  },
  "NUL in a name": (fields) => fields.set("name", "Ma\0ya"),
  "half a surrogate pair": (fields) => fields.set("name", "\ud83d"),
  "a megabyte": (fields) => fields.set("name", "x".repeat(1_000_000)),
};

test.for(Object.keys(oddFields))("%s is answered, never with a 500", async (odd, { visitor }) => {
  await visitor.open("/clients/new");
  const form = fillForm(visitor.page, "Create client", { name: "Maya Chen", email: `${randomUUID()}@example.com` });
  oddFields[odd]?.(form.fields);
  const { status } = await post(visitor, form);
  expect(status).toBeLessThan(500);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test.for([
  ["the same name again and again", "a&".repeat(400_000)],
  ["one name after the other", Array.from({ length: 20_000 }, (_, number) => `a${number}=1`).join("&")],
  ["a list without end", "tags[0]=x&".repeat(20_000)],
] as const)(
  "%s is refused before anything is made of it, signed in or not",
  async ([_what, body], { app, visitor }) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const started = performance.now();
    expect((await visitor.request("/clients/new", { method: "POST", headers, body })).status).toBe(413);
    expect((await app.visitor().request("/login", { method: "POST", headers, body })).status).toBe(413);
    // It took minutes.
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);

test("so is a form of as many parts", async ({ visitor }) => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const body = `${part.repeat(20_000)}--x--\r\n`;
  expect((await visitor.request("/clients/new", { method: "POST", headers, body })).status).toBe(413);
});

test("a body that is no form is a 400", async ({ visitor }) => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await visitor.request("/clients/new", { method: "POST", headers, body: "--y\r\n" })).status).toBe(400);
});
