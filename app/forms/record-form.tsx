import type { DefaultValue } from "@conform-to/react";
import type { ReactNode } from "react";
import type * as z from "zod/mini";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import type { FormSchema } from "../ui/form-parse.ts";
import type { ComparedField } from "./compared-field.ts";
import { EditConflict } from "./edit-conflict.tsx";
import type { FormInit, FormReply } from "./form-reply.ts";
import { FormStart } from "./form-start.tsx";

type FieldsOf<Schema extends FormSchema> = ReturnType<typeof useSchemaForm<Schema>>[1];

type RecordFormProps<Schema extends FormSchema, Question = unknown> = {
  /** Unique on the page and the same on server and browser; ids of fields begin with it. */
  id: string;
  schema: Schema;
  /** The page that saves it and shows what is to be corrected; default: its own. */
  action?: string;
  /** The loader's. */
  start: FormInit;
  /** The action's answer. `current` is the record as its form would show it now. */
  reply: FormReply<{ readonly typed: object } | null, Question> | undefined;
  /** What the fields hold at first; leave out where they are empty. */
  initial?: DefaultValue<z.input<Schema>>;
  /** Fields by name, to compare when somebody else changed the record meanwhile; a form that makes one has none. */
  compared?: Readonly<Record<string, ComparedField>>;
  /** What the button says. */
  send: string;
  /** Not the page's one primary action. */
  look?: "plain";
  /** Further buttons, behind the first. */
  further?: ReactNode;
  /** Where giving up leads. */
  cancel?: string | undefined;
  /** The answer replaces this page in the history. */
  replace?: boolean;
  /** What helps while typing: beside the fields where there is room. */
  aside?: ReactNode;
  children: (fields: FieldsOf<Schema>) => ReactNode;
};

/** What a page says to the form of one kind of record, whose id, fields and labels are known already. */
export type RecordFormUse<Schema extends FormSchema, Question = unknown> = Omit<
  RecordFormProps<Schema, Question>,
  "id" | "schema" | "compared" | "children"
>;

/**
 * The form that makes or changes a record: above its fields what became of the last try, both versions where there are two, and
 * what is to be corrected; below them the buttons.
 */
export function RecordForm<Schema extends FormSchema>(props: RecordFormProps<Schema>) {
  const {
    id,
    schema,
    action,
    start,
    reply,
    initial,
    compared = {},
    send,
    look = "go",
    further,
    cancel,
    replace = false,
    aside,
  } = props;
  const [form, fields] = useSchemaForm({
    id,
    schema,
    result: reply?.result,
    parked: start.parked,
    ...(initial === undefined ? {} : { initial }),
  });
  return (
    <PostForm form={form} replace={replace} {...(action === undefined ? {} : { action })}>
      <FormStart start={start} reply={reply} />
      <DraftNotice formId={form.id} />
      {aside !== undefined || reply?.current ? (
        <aside className="beside">
          {reply?.current ? <EditConflict {...reply} theirs={reply.current.typed} compared={compared} /> : null}
          {aside}
        </aside>
      ) : null}
      <ErrorSummary form={form} />
      <div className="flds">{props.children(fields)}</div>
      <FormFoot send={send} look={look} cancel={cancel}>
        {further}
      </FormFoot>
    </PostForm>
  );
}
