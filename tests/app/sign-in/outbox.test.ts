import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("the outbox has pages, whether of all emails or of those to one address", async ({ app }) => {
  app.pretend({ demo: true });
  const to = "long.list@client.example";
  for (let number = 1; number <= 7; number += 1) {
    await app.mailer.send({ to, subject: `Number ${number}`, text: "Hello" });
    await app.mailer.send({ to: "somebody.else@client.example", subject: "Other", text: "Hello" });
  }
  const visitor = app.visitor();
  const subjects = () => visitor.page.document.querySelectorAll("main h2").map((heading) => heading.text);
  await visitor.open(`/outbox?to=${encodeURIComponent(to)}`);
  expect(subjects()).toEqual(["Number 7", "Number 6", "Number 5"]);
  await visitor.follow("Next");
  expect(subjects()).toEqual(["Number 4", "Number 3", "Number 2"]);
  await visitor.follow("Next");
  expect(subjects()).toEqual(["Number 1"]);
  expect(visitor.page.text).toContain("Showing 7 to 7");
  expect(visitor.page.document.querySelector("a[rel=next]")).toBeNull();
  await visitor.follow("Previous");
  expect(subjects()).toEqual(["Number 4", "Number 3", "Number 2"]);
  await visitor.open("/outbox?page=2");
  expect(subjects()).toContain("Other");
  for (const odd of ["0", "-1", "x", "1e9", "99999999999"]) {
    await visitor.open(`/outbox?to=${encodeURIComponent(to)}&page=${odd}`);
    expect(subjects()).toEqual(["Number 7", "Number 6", "Number 5"]);
  }
  await visitor.open(`/outbox?to=${encodeURIComponent(to)}&page=9`);
  expect([visitor.page.status, visitor.page.text.includes("No results on this page")]).toEqual([200, true]);
});
