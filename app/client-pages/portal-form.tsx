import type { FormMetadata } from "@conform-to/react";
import type { InputHTMLAttributes } from "react";
import type { FormInit, FormReply } from "../forms/forms.tsx";
import { controlProps, errorOf, type Field, firstValue } from "../ui/field-frame.tsx";
import { answerFocus } from "../ui/focus.ts";
import { undisplayable } from "../ui/form-values.ts";
import { hiddenFieldNames } from "../ui/hidden-field-names.ts";
import { type Texts, useTexts } from "./texts/texts.ts";

/** The parts of the portal's forms. Their schemas name what is wrong by a word of the texts, which is said here in its language. */

type Problem = keyof Texts["problems"];

/** A word of the texts for what is wrong, to be a schema's message. */
export function problem(name: Problem): Problem {
  return name;
}

function isProblem(problems: Texts["problems"], name: string): name is Problem {
  return Object.hasOwn(problems, name);
}

/** Gives what is wrong in the language of the page, of the word that a schema or a refusal names it by. */
export function useProblem(): (message: string) => string {
  const { problems, form } = useTexts();
  return (message) => {
    const [, minutes] = /^tooMany (\d+)$/.exec(message) ?? [];
    if (minutes !== undefined) return form.tooMany(Number(minutes));
    const [, longest] = /^Use at most ([\d,]+) characters\.$/.exec(message) ?? [];
    if (longest !== undefined) return form.tooLong(longest);
    if (message === undisplayable) return problems.undisplayable;
    // Whatever else is wrong (what a service says) is said in English alone.
    return isProblem(problems, message) ? problems[message] : problems.other;
  };
}

type PortalFieldProps = {
  field: Field;
  label: string;
  hint?: string | undefined;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "autoComplete" | "inputMode" | "spellCheck">;

/** One line of text with its label. A password is never filled in again. */
export function PortalField({ field, label, hint, ...native }: PortalFieldProps) {
  const error = errorOf(field);
  const say = useProblem();
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <input
        {...native}
        {...controlProps(field, hint)}
        className="input"
        defaultValue={native.type === "password" ? undefined : firstValue(field)}
      />
      {error === null ? null : (
        <div className="err" id={field.errorId}>
          {say(error)}
        </div>
      )}
      {hint === undefined ? null : (
        <div className="hint" id={field.descriptionId}>
          {hint}
        </div>
      )}
    </div>
  );
}

type PortalFormStartProps = {
  form?: FormMetadata;
  start?: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
};

/** The beginning of a form: its key (the frame gives every form the rest of its hidden fields), what has to be known before sending it again, and what is wrong. */
export function PortalFormStart({ form, start, reply }: PortalFormStartProps) {
  const { notices, chooseAgain } = useTexts();
  const current = reply?.start ?? start;
  const parked = reply === undefined && current?.parked ? notices.parked : null;
  const said = reply?.notice ? notices[reply.notice.kind] : parked;
  const files = parked === null ? [] : (current?.parkedFiles ?? []);
  return (
    <>
      {current === undefined ? null : (
        <>
          <input type="hidden" name={hiddenFieldNames.key} value={current.key} />
          {current.base === null ? null : <input type="hidden" name={hiddenFieldNames.base} value={current.base} />}
        </>
      )}
      {said === null ? null : (
        <div className="note" role="alert" {...answerFocus}>
          <b>{said.title}</b> {said.text}
          {files.length === 0 ? null : ` ${chooseAgain(files)}`}
        </div>
      )}
      {form === undefined ? null : <Problems form={form} />}
    </>
  );
}

/** Each line leads to its field. */
function Problems({ form }: { form: FormMetadata }) {
  const { form: words } = useTexts();
  const say = useProblem();
  const wrong = Object.entries(form.allErrors).flatMap(([name, errors]) => {
    const message = errors[0];
    return message === undefined ? [] : [{ name, message: say(message) }];
  });
  if (wrong.length === 0) return null;
  return (
    <div className="note note-bad" role="alert" {...answerFocus}>
      <b>{words.correct(wrong.length)}</b>
      <ul>
        {wrong.map(({ name, message }) => (
          <li key={name}>{name === "" ? message : <a href={`#${form.id}-${name}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
