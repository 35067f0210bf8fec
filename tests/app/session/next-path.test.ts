import { describe, expect, test } from "vitest";
import { readNextPath, signInPath, withNext } from "#app/session/next-path.ts";

describe("the next page has to be on this site", () => {
  test.each([
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%09/../..//evil.example/..//",
    "javascript:alert(1)",
    "data:text/html,x",
    " /dashboard",
    "dashboard",
    "http:/evil.example",
    "//user@evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/./\\evil.example",
    `/${"x".repeat(3000)}`,
    "/login/",
    "/LOGIN/link?next=/login/",
    "/sign-out",
    "/sign-in/token",
    "/signed-out",
    "/password/forgotten",
    "",
    null,
    undefined,
  ])("%j leads to the dashboard", (next) => {
    expect(readNextPath(next)).toBe("/dashboard");
  });

  test.each(["/clients/1/edit", "/clients?q=a%20b&sort=open", "/account/password", "/passwords-of-the-day"])(
    "%s is gone to",
    (next) => {
      expect(readNextPath(next)).toBe(next);
    },
  );
});

test("the sign-in page remembers the next page unless it is the default", () => {
  expect(signInPath("/clients?q=a b")).toBe("/login/?next=%2Fclients%3Fq%3Da%2520b");
  for (const next of [null, "/", "/dashboard", "//evil.example"]) expect(signInPath(next)).toBe("/login/");
  expect(withNext("/login/link", "/clients")).toBe("/login/link?next=%2Fclients");
});
