import { expect, test } from "vitest";
import { sharedText } from "#server/dictionaries/shared-text.ts";

const pageOf = (title: string, more = "") =>
  `<html><style>p{color:red}</style><nav><a href="/">Home</a></nav>${more}<h1>${title}</h1></html>`;

test("what three pages have is there once, in its order", () => {
  const pages = [pageOf("One"), pageOf("Two"), pageOf("Three", "<p>More</p>")];
  const text = sharedText(pages, pages);
  expect(text).toContain('<html><style>p{color:red}</style><nav><a href="/">Home</a></nav>');
  expect(text).not.toMatch(/One|Two|Three|More/);
});

test("what differs from one rendering to the next is not", () => {
  const pagesWith = (key: string) => ["One", "Two", "Three"].map((title) => pageOf(title, `<b>${key}</b>`));
  expect(sharedText(pagesWith("key-1"), pagesWith("key-2"))).not.toContain("key");
});

test("neither ids nor what fields contain are", () => {
  const more = '<a href="/clients/00000000-0000-4000-8000-000000000000/edit">Edit</a><input name="a" value="typed"/>';
  const pages = ["One", "Two", "Three"].map((title) => pageOf(title, more));
  const text = sharedText(pages, pages);
  expect(text).toContain('<a href="/clients//edit">Edit</a>');
  expect(text).toContain('<input name="a" value=""/>');
});

test("nothing as long as an id or a key is, where two pages alone have the piece, too", () => {
  const more = '<input name="f00000000000040008000000000000000"/><i>Both have this</i>';
  const pages = [pageOf("One", more), pageOf("Two", more)];
  const text = sharedText(pages, pages);
  expect(text).toContain("<i>Both have this</i>");
  expect(text).not.toMatch(/[\w-]{32}/);
});

test("a sheet is there once, whatever comes before it", () => {
  const sheet = `<style>${"p{color:red}".repeat(50)}`;
  const pages = ["en", "es"].flatMap((language) =>
    ["One", "Two", "Three"].map((title) => `<html lang="${language}">${sheet}</style><h1>${title}</h1></html>`),
  );
  expect(sharedText(pages, pages).split("<style>")).toHaveLength(2);
});
