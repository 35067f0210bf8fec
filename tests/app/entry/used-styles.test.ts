import { expect, test } from "vitest";
import { hashSource } from "#app/entry/content-policy.ts";
import { type InlinedStyles, readUsedStyles } from "#app/entry/used-styles.ts";

const sheet = [
  "@layer base,components;",
  "@layer base{:root{--ink:#000}a{color:red}}",
  "@layer components{.btn{a:1}.btn.go,.link{a:2}.tools .btn:hover{a:3}.vh:not(.shown){a:4}",
  "@media (width>=40rem){.calendar .week{a:5}}.sm\\:flex{a:6}:is(.x,.y) b{a:7}}",
  "@keyframes spin{to{rotate:1turn}}",
].join("");

const base = "@layer base,components;@layer base{:root{--ink:#000}a{color:red}}";
const spin = "@keyframes spin{to{rotate:1turn}}";
const usedBy = readUsedStyles(sheet, ["pending"]);

const textOf = ({ element }: InlinedStyles) => String(element).replace(/^<style>|<\/style>$/g, "");

test.each([
  ["", ":is(.x,.y) b{a:7}"],
  ['<a class="btn">', ".btn{a:1}:is(.x,.y) b{a:7}"],
  ['<a class="btn go">', ".btn{a:1}.btn.go{a:2}:is(.x,.y) b{a:7}"],
  ['<i class="link vh">', ".link{a:2}.vh:not(.shown){a:4}:is(.x,.y) b{a:7}"],
  ['<i class="link btn go">', ".btn{a:1}.btn.go,.link{a:2}:is(.x,.y) b{a:7}"],
  ['<p class="tools"><b class="btn">', ".btn{a:1}.tools .btn:hover{a:3}:is(.x,.y) b{a:7}"],
  ['<p class="week calendar">', "@media (width>=40rem){.calendar .week{a:5}}:is(.x,.y) b{a:7}"],
  ['<p class="sm:flex">', ".sm\\:flex{a:6}:is(.x,.y) b{a:7}"],
])("%s is sent the rules that it uses", (html, rules) => {
  const styles = usedBy(`<html><head></head>${html}`);
  const text = `${base}@layer components{${rules}}${spin}`;
  expect(String(styles.element)).toBe(`<style>${text}</style>`);
  expect(styles.hash).toBe(hashSource(text));
});

test.each([
  [".head:has(+.hero)>b{a:1}", ["head"], false],
  [".head:has(+.hero)>b{a:1}", ["head", "hero"], true],
  ["html:has(.foot:not(.x)){a:1}", ["foot"], true],
  // One of several, or the opposite, may be there without it.
  ["body:has(.mail,.talk){a:1}", ["talk"], true],
  [".head:has(> :is(.a,.b)){a:1}", ["head", "b"], true],
  [".several:not(.kept,:has(.chosen)) b{a:1}", ["several"], true],
])("%s with %s", (rule, classes, isSent) => {
  expect(textOf(readUsedStyles(rule, [])(`<p class="${classes.join(" ")}">`))).toBe(isSent ? rule : "");
});

test("classes that scripts add are kept on every page", () => {
  expect(textOf(readUsedStyles(".pending{a:1}.other{a:2}", ["pending"])(""))).toBe(".pending{a:1}");
});

test("text that looks like a class at most keeps a rule", () => {
  expect(textOf(usedBy('<p title="x">class=&quot;btn&quot;</p>'))).not.toContain(".btn{");
});
