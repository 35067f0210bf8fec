import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { unusedFunctions, withoutFunctions } from "../../tools/unused-functions.ts";

const file = /a\.js$/;

test("a function is emptied up to its own end, and what surrounds it stays", () => {
  const code = "function a(b) {\n  if (b) {\n    b();\n  }\n}\nfunction c() {\n  return 1;\n}\n";
  expect(withoutFunctions(code, { file, empty: ["a"] })).toBe("function a() {}\nfunction c() {\n  return 1;\n}\n");
});

test("a function of another one's body is made simpler in its place", () => {
  const code = "function a() {\n\tasync function b(c) {\n\t\treturn c;\n\t}\n\treturn b;\n}\n";
  const simpler = { b: "() { return 1; }" };
  expect(withoutFunctions(code, { file, empty: [], simpler })).toBe(
    "function a() {\n\tasync function b() { return 1; }\n\treturn b;\n}\n",
  );
});

test("a function or a text that an upgrade took away stops the build", () => {
  expect(() => withoutFunctions("", { file, empty: ["gone"] })).toThrow("has no function gone");
  expect(() => withoutFunctions("", { file, empty: [], leftOut: [/gone/g] })).toThrow("has nothing like");
});

const published = [
  ...globSync("node_modules/react-dom/cjs/react-dom-client.production.js"),
  ...globSync("node_modules/react-router/dist/production/lib/**/*.js"),
];

test.each(unusedFunctions)("the installed packages have what is left out of $file", (unused) => {
  const [path, ...others] = published.filter((name) => unused.file.test(name));
  expect(others).toEqual([]);
  const code = readFileSync(path ?? "", "utf8");
  expect(withoutFunctions(code, unused).length).toBeLessThan(code.length);
});

describe("no source of the app uses what browsers get without its code:", () => {
  const sources = globSync("app/**/*.{ts,tsx}").map((path) => ({ path, code: readFileSync(path, "utf8") }));
  const uses = {
    "React's boundaries without code": /\b(ViewTransition|Activity|SuspenseList)\b[^;]*\} from "react"/,
    "actions of React's forms": /\b(useActionState|useFormStatus|useFormState|requestFormReset)\b/,
    "refs of fragments": /<Fragment\b[^>]*\bref=/,
    "loading by React":
      /\b(preload|preloadModule|preinit|preinitModule|preconnect|prefetchDNS)\b[^;]*\} from "react-dom"/,
    "styles that React moves to the head": /<(style|link)\b[^>]*\bprecedence=/,
    "custom elements": /<[a-z]+-[a-z-]+[\s>]/,
    "a second root of React": /\bcreateRoot\b/,
    "blocked or animated navigation": /\b(useBlocker|unstable_usePrompt|viewTransition)\b/,
    "links of React Router that fetch ahead": /\b(PrefetchPageLinks|prefetch=)/,
    "a route's own links, or its parts for browsers":
      /export (const|async function|function) (links|clientLoader|clientAction|clientMiddleware)\b/,
  };

  test.each(Object.entries(uses))("%s", (_name, use) => {
    expect(sources.filter(({ code }) => use.test(code)).map(({ path }) => path)).toEqual([]);
  });
});
