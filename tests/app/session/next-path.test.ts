import { describe, expect, test } from "vitest";
import { readNextPath, signInPath, withNext } from "#app/session/next-path.ts";

describe("only a page of this site is gone to", () => {
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

test("the sign-in page remembers where to go, and nothing where it would go anyway", () => {
  expect(signInPath("/clients?q=a b")).toBe("/login/?next=%2Fclients%3Fq%3Da%2520b");
  for (const next of [null, "/", "/dashboard", "//evil.example"]) expect(signInPath(next)).toBe("/login/");
  expect(withNext("/login/link", "/clients")).toBe("/login/link?next=%2Fclients");
});
