import type { SubmissionResult } from "@conform-to/react";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { SubmitButton } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { CheckboxField, ChoiceGroup, ListField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PostForm, useSchemaForm } from "#app/ui/form.tsx";
import { parseForm } from "#app/ui/form-parse.ts";
import { checkbox, choice, choices, email, optionalText, requiredText, textList } from "#app/ui/form-values.ts";
import { HiddenSubmission } from "#app/ui/hidden-submission.tsx";
import { MoneyField } from "#app/ui/money-field.tsx";
import { optionalAmount } from "#app/ui/money-values.ts";
import { renderPart } from "#tests/support/rendering.tsx";

const schema = z.object({
  name: requiredText("Name must be at least 1 character."),
  email: email(),
  password: optionalText(),
  notes: optionalText(),
  areas: textList(),
  types: choices(["house", "condo"]),
  stage: choice(["open", "lost"]),
  news: checkbox(),
  budget: z.object({ amount: optionalAmount("Enter an amount."), currency: choice(["USD", "EUR"]) }),
});

type FormProps = { result?: SubmissionResult; parked?: Record<string, string[]> };

function ClientForm({ result, parked }: FormProps) {
  const [form, fields] = useSchemaForm({
    id: "client",
    schema,
    result,
    parked,
    initial: { name: "Maya", types: ["house"], budget: { amount: "5", currency: "EUR" } },
  });
  const budget = fields.budget.getFieldset();
  return (
    <PostForm form={form} action="/clients/new">
      <ErrorSummary form={form} />
      <HiddenSubmission start={{ key: "k1", workspaceId: "w1" }} />
      <TextField field={fields.name} label="Name" required />
      <TextField field={fields.email} label="Email" type="email" hint="For the invitation." />
      <TextField field={fields.password} label="Password" type="password" prefix="pw" />
      <TextArea field={fields.notes} label="Notes" />
      <ListField field={fields.areas} label="Areas" />
      <ChoiceGroup field={fields.types} label="House types" options={options("house", "condo")} />
      <SelectField field={fields.stage} label="Stage" placeholder="Choose stage" options={options("open", "lost")} />
      <CheckboxField field={fields.news} label="News" />
      <MoneyField amount={budget.amount} currency={budget.currency} label="Budget" currencies={options("USD", "EUR")} />
      <SubmitButton>Create client</SubmitButton>
    </PostForm>
  );
}

const options = (...values: string[]) => values.map((value) => ({ value, label: value }));

const untouched = {
  name: "",
  email: "",
  password: "",
  notes: "",
  areas: "",
  "budget.amount": "",
  "budget.currency": "USD",
};

const refused = (fields: Record<string, string>) =>
  parseForm(new URLSearchParams({ ...untouched, ...fields }), schema).reply({ hideFields: ["password"] });

describe("a form", () => {
  test("posts, is checked by us and not by the browser, and carries its hidden fields", async () => {
    const html = await renderPart(<ClientForm />);
    expect(html).toMatch(/<form[^>]* method="post"/);
    expect(html).toMatch(/<form[^>]* action="\/clients\/new"/);
    expect(html).toMatch(/<form[^>]* noValidate=""/);
    expect(html).toContain('<input type="hidden" name="_key" value="k1"/>');
    expect(html).toContain('<input type="hidden" name="_workspace" value="w1"/>');
    expect(html).toContain('<button type="submit" class="btn go">Create client</button>');
  });

  test("labels each of its controls once, with ids that are its own", async () => {
    const html = await renderPart(<ClientForm />);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/<label for="([^"]+)"/g)) expect(ids).toContain(target);
    for (const [, target = ""] of html.matchAll(/aria-describedby="([^"]+)"/g)) {
      for (const id of target.split(" ")) expect(ids).toContain(id);
    }
    expect(html).not.toContain("aria-invalid");
    expect(html).not.toContain('role="alert"');
  });

  test("holds what it starts with", async () => {
    const html = await renderPart(<ClientForm />);
    expect(html).toMatch(/name="name"[^>]*value="Maya"/);
    expect(html).toMatch(/type="checkbox"[^>]*checked=""[^>]*value="house"|value="house"[^>]*checked=""/);
    expect(html).toContain('<option value="EUR" selected="">EUR</option>');
    expect(html).toMatch(/name="budget.amount"[^>]*value="5"/);
    expect(html).toContain('<option value="" selected="">Choose stage</option>');
  });

  test("that was refused says what is wrong on top and beside the field, and keeps what was typed", async () => {
    const typed = { email: "maya@", password: "hunter22", stage: "lost", news: "on", types: "condo" };
    const html = await renderPart(<ClientForm result={refused(typed)} />);
    expect(html).toContain("<b>2 things to correct</b>");
    expect(html).toContain('<a href="#client-name">Name must be at least 1 character.</a>');
    expect(html.replaceAll(/<svg.*?<\/svg>/g, "")).toContain(
      '<div class="err" id="client-name-error">Name must be at least 1 character.</div>',
    );
    expect(html).toMatch(
      /id="client-email"[^>]*aria-invalid="true"[^>]*aria-describedby="client-email-error client-email-description"/,
    );
    expect(html).toMatch(/name="email"[^>]*value="maya@"/);
    expect(html).toContain('<option value="lost" selected="">lost</option>');
    expect(html).toMatch(/name="news"[^>]*checked=""/);
    expect(html).not.toMatch(/value="house"[^>]*checked/);
  });

  test("never sends a password back", async () => {
    expect(await renderPart(<ClientForm result={refused({ password: "hunter22" })} />)).not.toContain("hunter22");
    expect(await renderPart(<ClientForm parked={{ password: ["hunter22"] }} />)).not.toContain("hunter22");
  });

  test("that was parked comes back filled in, without a word about errors", async () => {
    const html = await renderPart(
      <ClientForm parked={{ name: ["Ben"], types: ["condo", "house"], "budget.amount": ["7"] }} />,
    );
    expect(html).toMatch(/name="name"[^>]*value="Ben"/);
    expect(html.match(/checked=""/g)).toHaveLength(2);
    expect(html).toMatch(/name="budget.amount"[^>]*value="7"/);
    expect(html).not.toContain("aria-invalid");
  });

  test("escapes hostile text wherever it comes back", async () => {
    const hostile = `"><script>alert(1)</script>`;
    const html = await renderPart(
      <ClientForm result={refused({ name: hostile, email: hostile, notes: `</textarea>${hostile}` })} />,
    );
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;/textarea&gt;&quot;&gt;&lt;script&gt;");
  });
});
