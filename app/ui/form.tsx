import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { useState } from "react";
import { useNavigation } from "react-router";
import type * as z from "zod/mini";
import { type FormSchema, parseForm, resultOfFields } from "./form-parse.ts";

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

/**
 * The one way that forms are set up: validated on submit and from then on at every change; the server decides.
 * @returns Conform's form and its fields, for `PostForm` and the field parts
 */
export function useSchemaForm<Schema extends FormSchema>({
  id,
  schema,
  result,
  initial,
  parked,
}: SchemaFormOptions<Schema>) {
  const { state } = useNavigation();
  const [kept] = useState(() => (parked ? resultOfFields(parked) : null));
  return useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult: state === "idle" ? (result ?? kept) : null,
    ...(initial === undefined ? {} : { defaultValue: initial }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, schema),
  });
}
