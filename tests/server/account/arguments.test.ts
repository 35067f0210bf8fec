import { expect, test } from "vitest";
import { readArguments } from "#server/account/arguments.ts";

test("an address is enough, and is kept in its one spelling", () => {
  expect(readArguments([" You@Example.com "])).toEqual({
    email: "you@example.com",
    workspace: null,
    role: null,
    apiWorkspaceId: null,
    isNew: false,
  });
});

test("workspace, role and the API's id may be named, in any order", () => {
  const words = ["--role", "manager", "you@example.com", "--workspace=Harbour", "--api-workspace", "tenant-7", "--new"];
  expect(readArguments(words)).toEqual({
    email: "you@example.com",
    workspace: "harbour",
    role: "manager",
    apiWorkspaceId: "tenant-7",
    isNew: true,
  });
});

test("help is given when it is asked for", () => {
  expect(readArguments(["--help"])).toBeNull();
});

test.each([
  [[], /^Name one email address\./],
  [["one@example.com", "other@example.com"], /^Name one email address\./],
  [["nobody"], /^nobody is not an email address\.$/],
  [["you@example.com", "--role", "boss"], /^--role must be one of owner, admin/],
  [["you@example.com", "--api-workspace", "a\r\nb"], /^--api-workspace must be an id/],
  [["you@example.com", "--admin"], /Unknown option '--admin'/],
])("%j is refused with a sentence", (words, sentence) => {
  expect(() => readArguments(words)).toThrow(sentence);
});
