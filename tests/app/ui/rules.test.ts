import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

test("no page has a style attribute: its policy would refuse it", () => {
  const files = globSync("app/**/*.tsx");
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /\bstyle=\{|\bstyle="/.test(read(file)))).toEqual([]);
});

test("no file but the form part writes a form tag by hand", () => {
  // Those of the landing page, of the search, of comparisons and of rows to choose ask, and write nothing.
  const comparing = "app/portal/parts/property-cards.tsx";
  const choosing = ["app/lists/select-bar.tsx", "app/batches/share.tsx"];
  const asking = [comparing, ...choosing, "app/portal/landing.tsx", "app/ui/bar-search.tsx", "app/ui/toolbar.tsx"];
  // The worker of a device fills in where those that wait are sent.
  const allowed = [...asking, "app/ui/post-form.tsx", "app/ui/toast.tsx", "app/offline/waiting.tsx"];
  const files = globSync("app/**/*.tsx").filter((file) => /<(form|Form)\b/.test(read(file)));
  expect(files.filter((file) => !allowed.includes(file))).toEqual([]);
});

test("the parts import nothing of ours but how things are spelled, which the service knows too", () => {
  const files = globSync("app/ui/**/*.{ts,tsx}");
  const foreign = files.flatMap((file) =>
    [...read(file).matchAll(/from "([^"]+)"/g)]
      .map(([, source = ""]) => source)
      .filter((source) => source.startsWith("#") || (source.startsWith("..") && !source.startsWith("../../spelling/")))
      .map((source) => `${file}: ${source}`),
  );
  expect(foreign).toEqual([]);
});

test("the sheet comes into no client bundle: only the server's entry imports it", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => /from "[^"]+\.css/.test(read(file)));
  expect(files).toEqual(["app/entry.server.tsx"]);
});
