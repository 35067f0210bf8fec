import { type DefaultValue, type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { Form, useFormAction, useNavigation } from "react-router";
import type * as z from "zod/mini";
import { FormBusy } from "./form-busy.tsx";
import { type FormSchema, parseForm, resultOfFields } from "./form-parse.ts";

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

type PostFormProps = {
  /** From `useSchemaForm`; forms without fields to check (sign out, archive) have none. */
  form?: FormMetadata;
  /** Default: the page's own address. */
  action?: string;
  /** The answer replaces this page in the history (with scripts). */
  replace?: boolean;
  /** Always a full load: towards pages without scripts, such as after signing out. */
  reload?: boolean;
  children: ReactNode;
};

/** A form that writes. There is no way to forget `method="post"`. */
export function PostForm({ form, action, replace = false, reload = false, children }: PostFormProps) {
  const target = useFormAction(action);
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST" && pathOf(navigation.formAction) === pathOf(target);
  return (
    <Form
      {...(form === undefined ? {} : getFormProps(form))}
      method="post"
      discover="none"
      {...(action === undefined ? {} : { action })}
      replace={replace}
      reloadDocument={reload}
    >
      <FormBusy value={busy}>{children}</FormBusy>
    </Form>
  );
}

function pathOf(address: string | undefined): string | undefined {
  return address?.split("?")[0];
}
