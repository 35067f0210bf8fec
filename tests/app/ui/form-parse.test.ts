import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { constraintsOf, parseForm, resultOfFields } from "#app/ui/form-parse.ts";
import { choices, email, optionalText, requiredText } from "#app/ui/form-values.ts";

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
