import type { MouseEvent } from "react";
import { useEffect, useState } from "react";
import type { FormReply } from "../forms/form-reply.ts";
import { joinIds, splitIds } from "../json-api/id-list.ts";
import { type Field, firstValues } from "../ui/field-frame.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { LookAgain } from "./choice-search.tsx";
import { selecting } from "./share-link.ts";

/**
 * The values of a form's checkboxes that are ticked: as the page has them, and where scripts run as they are now.
 * @param name of the checkboxes
 * @param initial those that the page ticks
 */
export function useTicked(formId: string, name: string, initial: readonly string[]): readonly string[] {
  const [changed, setChanged] = useState({ asShown: "", ticked: initial });
  // A page that comes back with others ticked is counted anew.
  const asShown = initial.join();
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return undefined;
    const count = () => {
      const ticked = new FormData(form).getAll(name).filter((value) => typeof value === "string");
      setChanged({ asShown, ticked });
    };
    count();
    form.addEventListener("change", count);
    return () => form.removeEventListener("change", count);
  }, [formId, name, asShown]);
  return changed.asShown === asShown ? changed.ticked : initial;
}

/**
 * What was ticked in a form that was refused, where the answer's choices did not come and the page's own lack it: it is offered
 * without a name, so that no tick is lost. @param listed ids that the page offers
 */
export function unnamedIn(
  reply: FormReply<unknown, unknown> | undefined,
  field: Field,
  listed: readonly string[],
): string[] {
  return reply?.current === null ? firstValues(field).filter((id) => !listed.includes(id)) : [];
}

/** Says that names of what is ticked are missing. @param what as in "names of clients you ticked" */
export function UnnamedLine({ count, what, formId }: { count: number; what: string; formId: string }) {
  const part = { ok: count === 0, code: "failed" };
  return <NotLoadedLine what={what} part={part} again={<LookAgain formId={formId} />} />;
}

type SelectAllProps = {
  formId: string;
  /** What is ticked by it. */
  ids: readonly string[];
  /** What they are, as in "clients whom the property fits". */
  what: string;
};

/** Ticks all that fit; without scripts the page comes back with them. */
export function SelectAll({ formId, ids, what }: SelectAllProps) {
  if (ids.length < 2) return null;
  return (
    <p className="actions">
      <button
        className="btn"
        type="submit"
        form={formId}
        name={selecting}
        value={joinIds(ids)}
        formNoValidate
        onClick={tickAll}
      >
        Select all {ids.length}
        <span className="vh"> {what}</span>
      </button>
    </p>
  );
}

function tickAll(event: MouseEvent<HTMLButtonElement>): void {
  const { form, value } = event.currentTarget;
  const named = splitIds(value);
  for (const box of form?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])
    if (named.includes(box.value) && !box.checked) box.click();
  event.preventDefault();
}

type EmailCountProps = {
  /** How many are ticked. */
  count: number;
  /** How many emails that makes; null where that could not be loaded. */
  emails: number | null;
  formId: string;
};

/** How many emails a press of the button beside it makes. */
export function EmailCount({ count, emails, formId }: EmailCountProps) {
  if (count === 0) return null;
  if (emails !== null) return <p className="hint">{sayEmails(emails)}</p>;
  return (
    <p className="hint">
      The number of emails couldn't be loaded. <LookAgain formId={formId} />
    </p>
  );
}

/** What a button that shares says about the emails that it sends. @param emails null where their number could not be loaded */
export function andSend(emails: number | null): string {
  if (emails === null) return "";
  return emails === 0 ? ", send no emails" : `, send ${formatCount(emails, "email")}`;
}

function sayEmails(emails: number): string {
  if (emails === 0) return "No emails: nobody has an email address.";
  return `${formatCount(emails, "email")}: one to each address in the household. People who turned emails off get none.`;
}

/** Why the page is there again: other boxes are ticked than its button had counted. */
export function CountedNow({ question, what }: { question: unknown; what: string }) {
  return question ? (
    <Notice isAnswer tone="warn" title="Nothing was sent yet.">
      {what} ticked. Check the number of emails, then press the button once more.
    </Notice>
  ) : null;
}
