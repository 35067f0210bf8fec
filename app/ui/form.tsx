import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import type * as z from "zod/mini";
import { headingOfPage } from "./focus.ts";
import { useFormDraft } from "./form-drafts.ts";
import { useAnswerFocus, useClosingQuestion } from "./form-manners.ts";
import { constraintsOf, type FormSchema, parseForm, resultOfFields } from "./form-parse.ts";
import { useOnItsWay } from "./on-its-way.ts";

export { PostForm } from "./post-form.tsx";

type SchemaFormOptions<Schema extends FormSchema> = {
  /** Unique on the page and the same on server and browser; ids of fields begin with it. */
  id: string;
  schema: Schema;
  /** `actionData?.result`: the reply to a refused submission, with the typed text. */
  result?: SubmissionResult | null | undefined;
  /** What the fields hold at first. */
  initial?: DefaultValue<z.input<Schema>>;
  /** Fields of a form that was sent with an expired session; they win over `initial`. */
  parked?: Readonly<Record<string, readonly string[]>> | null | undefined;
};

/** What Conform takes for "that is done: begin anew". */
const begun: SubmissionResult = { initialValue: null };

/**
 * The one way that forms are set up: validated on submit and from then on at every change; the server decides. One whose
 * success leads to the page it stands on (with scripts) begins anew, so that nothing is there to be sent a second time.
 * @returns Conform's form and its fields, for `PostForm` and the field parts
 */
export function useSchemaForm<Schema extends FormSchema>({
  id,
  schema,
  result,
  initial,
  parked,
}: SchemaFormOptions<Schema>) {
  useFormDraft(id);
  useClosingQuestion(id);
  useAnswerFocus(id, result);
  const { state } = useNavigation();
  const isOnItsWay = useOnItsWay();
  const [wasOnItsWay, setWasOnItsWay] = useState(isOnItsWay);
  const [kept, setKept] = useState(() => (parked ? resultOfFields(parked) : null));
  if (isOnItsWay !== wasOnItsWay) {
    setWasOnItsWay(isOnItsWay);
    const hasSucceeded = !isOnItsWay && state === "idle" && !result;
    setKept(hasSucceeded ? begun : null);
  }
  const form = useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult: isOnItsWay ? null : (result ?? kept),
    ...(initial === undefined ? {} : { defaultValue: initial }),
    constraint: constraintsOf(schema),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, schema),
  });
  useEffect(() => {
    if (kept === begun) takeFocusBack(id);
  }, [kept, id]);
  return form;
}

/**
 * The button lost the focus while it was disabled: one goes on where the next one is typed, or else at the button. Nobody has the
 * focus elsewhere while the body has it, or the heading, to which each new page leads it.
 */
function takeFocusBack(id: string): void {
  const form = document.getElementById(id);
  const focused = document.activeElement ?? document.body;
  if (form === null || !(form.contains(focused) || focused === document.body || focused === headingOfPage())) return;
  const first = form.querySelector<HTMLInputElement | HTMLTextAreaElement>("input:not([type=hidden]), textarea");
  const next = first?.defaultValue === "" ? first : form.querySelector<HTMLElement>("[type=submit]");
  next?.focus();
}
