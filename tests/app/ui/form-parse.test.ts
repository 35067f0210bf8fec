import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { constraintsOf, parseForm, resultOfFields } from "#app/ui/form-parse.ts";
import {
  choice,
  choices,
  email,
  optionalDay,
  optionalNumber,
  optionalText,
  requiredText,
  textList,
} from "#app/ui/form-values.ts";

const schema = z.object({
  name: requiredText("Name must be at least 1 character."),
  email: email(),
  types: choices(["house", "condo"]),
  budget: z.object({ amount: optionalText() }),
});

const payload = (entries: [string, string][]) => new URLSearchParams(entries);

test("a form that is right gives its values", () => {
  const submission = parseForm(
    payload([
      ["name", "Maya"],
      ["email", "maya@client.example"],
      ["types", "house"],
      ["types", "condo"],
      ["budget.amount", "5"],
      ["unknown", "x"],
    ]),
    schema,
  );
  expect(submission.status).toBe("success");
  expect(submission.status === "success" && submission.value).toEqual({
    name: "Maya",
    email: "maya@client.example",
    types: ["house", "condo"],
    budget: { amount: "5" },
  });
});

test("one that is wrong names its fields and keeps the text", () => {
  const { status, error, initialValue } = parseForm(
    payload([
      ["name", ""],
      ["email", "maya"],
      ["budget.amount", "x".repeat(201)],
    ]),
    schema,
  ).reply();
  expect(status).toBe("error");
  expect(error).toEqual({
    name: ["Name must be at least 1 character."],
    email: ["Invalid email"],
    "budget.amount": ["Use at most 200 characters."],
  });
  expect(initialValue).toMatchObject({ email: "maya", budget: { amount: "x".repeat(201) } });
});

test("any fields are read or refused, never a crash", () => {
  const name = fc.oneof(fc.constantFrom("name", "email", "types", "budget", "budget.amount", "types[0]"), fc.string());
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          name.filter((key) => !key.startsWith("__")),
          fc.string(),
        ),
      ),
      (entries) => {
        const readable = entries.filter(([key]) => /^\w+(\.\w+|\[\d\])*$/.test(key));
        expect(["success", "error"]).toContain(parseForm(payload(readable), schema).status);
      },
    ),
  );
});

/** What is slow, or impossible, to trim, split or match as a whole. */
const endless = [" ", "a ", "a@a.", "a,\n", "1", "-"].map((unit) => unit.repeat(3_900_000 / unit.length));

test.each(endless)("a text of megabytes is refused in the words of its field, before anybody reads it", (text) => {
  const whole = z.object({
    name: requiredText("Enter a name."),
    email: email(),
    list: textList(),
    amount: optionalNumber({ message: "Enter a number." }),
    day: optionalDay("Enter a day."),
    kind: choice(["house"]),
    unruled: z.optional(z.string()),
  });
  for (const name of Object.keys(whole.shape)) {
    const right = { name: "Maya", email: "maya@client.example", list: "", amount: "", day: "", kind: "house" };
    const before = process.threadCpuUsage();
    const submission = parseForm(new URLSearchParams({ ...right, [name]: text }), whole);
    const { user, system } = process.threadCpuUsage(before);
    expect(submission.status).toBe("error");
    const { error, initialValue } = submission.reply();
    expect(Object.keys(error ?? {})).toEqual([name === "unruled" ? "" : name]);
    expect(initialValue?.[name]).toBe(text);
    expect((user + system) / 1000).toBeLessThan(200);
  }
});

test("kept fields become what a form starts from", () => {
  const { initialValue } = resultOfFields({ name: ["Maya"], types: ["house", "condo"], "budget.amount": ["5"] });
  expect(initialValue).toEqual({ name: "Maya", types: ["house", "condo"], budget: { amount: "5" } });
});

test("a field is required where its empty text is refused, and no greatest length cuts a pasted text", () => {
  expect(constraintsOf(schema)).toMatchObject({
    name: { required: true },
    email: { required: true },
    "budget.amount": { required: false },
  });
  expect(JSON.stringify(constraintsOf(schema))).not.toContain("maxLength");
});
