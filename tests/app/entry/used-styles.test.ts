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
  ['<a class="btn go">', ".btn{a:1}.btn.go,.link{a:2}:is(.x,.y) b{a:7}"],
  ['<i class="link vh">', ".btn.go,.link{a:2}.vh:not(.shown){a:4}:is(.x,.y) b{a:7}"],
  ['<p class="tools"><b class="btn">', ".btn{a:1}.tools .btn:hover{a:3}:is(.x,.y) b{a:7}"],
  ['<p class="week calendar">', "@media (width>=40rem){.calendar .week{a:5}}:is(.x,.y) b{a:7}"],
  ['<p class="sm:flex">', ".sm\\:flex{a:6}:is(.x,.y) b{a:7}"],
])("%s is sent the rules that it uses", (html, rules) => {
  const styles = usedBy(`<html><head></head>${html}`);
  const text = `${base}@layer components{${rules}}${spin}`;
  expect(String(styles.element)).toBe(`<style>${text}</style>`);
  expect(styles.hash).toBe(hashSource(text));
});

test("classes that scripts add are kept on every page", () => {
  expect(textOf(readUsedStyles(".pending{a:1}.other{a:2}", ["pending"])(""))).toBe(".pending{a:1}");
});

test("text that looks like a class at most keeps a rule", () => {
  expect(textOf(usedBy('<p title="x">class=&quot;btn&quot;</p>'))).not.toContain(".btn{");
});
