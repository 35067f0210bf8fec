import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "vitest";
import { longestForm, longestVisitorForm } from "#app/session/longest-form.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";

const test = newAgencyTest();

// How large a form may be: little where nobody is signed in, and never of any number of parts.

const text = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=x" };
const sentence = "This is too long for one form. Shorten it and submit it again.";

/** A form of so many bytes whose other fields are those of signing in. */
function textOf(bytes: number): string {
  const start = "email=a%40b.example&password=";
  return start + "x".repeat(bytes - start.length);
}

function partsOf(count: number): string {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\na@b.example\r\n`;
  const others = Array.from({ length: count - 1 }, (_, number) => part(`other${number}`));
  return `${part("email")}${others.join("")}--x--\r\n`;
}

test("where nobody is signed in a form has 64 kB and 100 parts at most", async ({ app }) => {
  const send = async (headers: Record<string, string>, body: string) => {
    const answer = await app.visitor().request("/login/", { method: "POST", headers, body });
    return [answer.status, (await answer.text()).includes(sentence)];
  };
  expect(longestVisitorForm).toBe(64 * 1024);
  expect(await send(text, textOf(longestVisitorForm))).toEqual([400, false]);
  expect(await send(text, textOf(longestVisitorForm + 1))).toEqual([413, true]);
  expect(await send(text, `${textOf(200)}${"&a=b".repeat(98)}`)).toEqual([400, false]);
  expect(await send(text, `${textOf(200)}${"&a=b".repeat(99)}`)).toEqual([413, true]);
  expect(await send(multipart, partsOf(100))).toEqual([400, false]);
  expect(await send(multipart, partsOf(101))).toEqual([413, true]);
});

test("a form with a file where none belongs is read without it", async ({ app }) => {
  const file = '--x\r\nContent-Disposition: form-data; name="password"; filename="a.txt"\r\n\r\ncanary\r\n';
  const body = file + partsOf(2);
  const answer = await app.visitor().request("/login/", { method: "POST", headers: multipart, body });
  const page = await answer.text();
  expect([answer.status, page.includes("a@b.example"), page.includes("canary")]).toEqual([400, true, false]);
});

/** Sends the head of a form, and the beginning of its body where there is one; gives the answer's status. */
async function sendHead(app: Application, path: string, lines: readonly string[], body = ""): Promise<number> {
  const socket = connect(Number(new URL(app.origin).port), "localhost");
  socket.on("error", () => {});
  const head = [`POST ${path} HTTP/1.1`, "Host: x", "Connection: close", ...lines];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  const [answer] = await once(socket.setEncoding("latin1"), "data");
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d{3})/.exec(String(answer))?.[1]);
}

test.for([
  ["/login/", 413],
  ["/login/link", 413],
  ["/password/forgotten", 413],
  ["/register/account", 413],
  ["/clients/new", 303],
  ["/documents/uploads/new", 303],
] as const)("nothing of a long form is read at %s where nobody is signed in", async ([path, status], { app }) => {
  for (const type of [multipart["content-type"], text["content-type"]])
    expect(await sendHead(app, path, [`Content-Type: ${type}`, "Content-Length: 4000000"])).toBe(status);
});

test("a body that says nothing about its length is counted while it is read", async ({ app }) => {
  const chunks = `${(100_000).toString(16)}\r\n${"x".repeat(100_000)}\r\n`;
  for (const type of [multipart["content-type"], text["content-type"]]) {
    const lines = [`Content-Type: ${type}`, "Transfer-Encoding: chunked"];
    expect(await sendHead(app, "/login/", lines, chunks)).toBe(413);
  }
});

test("a form of someone signed in may be as long as any of ours, in 1,000 parts", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const form = fillForm(await visitor.open("/clients/new"), "Create client", { name: "x".repeat(longestForm - 2_000) });
  const long = await post(visitor, form);
  expect([long.status, (await long.text()).includes("Use at most 200 characters.")]).toEqual([400, true]);
  form.fields.set("name", "x".repeat(longestForm));
  expect((await post(visitor, form)).status).toBe(413);
  const send = (body: string) => visitor.request("/clients/new", { method: "POST", headers: multipart, body });
  expect((await send(partsOf(1_000))).status).toBeLessThan(413);
  expect((await send(partsOf(1_001))).status).toBe(413);
});
