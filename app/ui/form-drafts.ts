import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";
import { type Draft, draftName, fillIn, fits, keep, read, takeDraft } from "./draft-fields.ts";
import { isTouched } from "./touched.ts";

/**
 * What is kept of a form that is left by a link or with its document. It stays in this tab until the person signs out, bound to the
 * person and workspace that the form names; passwords, passcodes and files are not kept.
 */

/**
 * Fills a form in again on the way back to it and after a reload, as browsers do between pages without scripts: what is kept for
 * that is bound to the entry of the history.
 */
export function useFormDraft(formId: string): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const entry = useRef({ key, type });
  entry.current = { key, type };
  const isSent = useIsSent();

  useEffect(() => {
    const form = formOf(formId);
    if (form === null) return undefined;
    if (entry.current.key === "default") markFirstEntry();
    const name = () => entryName(form, entry.current.key);
    if (entry.current.type === "POP") fillIn(form, read(name()));
    return onLeave(() => {
      if (isSent.current || !isTouched(form)) sessionStorage.removeItem(name());
      else keep(name(), takeDraft(form));
    });
  }, [formId, isSent]);
}

interface LeftDraft {
  /** Whether something was typed into this form when it was left, and has not been filled in or given up yet. */
  readonly isThere: boolean;
  readonly fill: () => void;
  readonly discard: () => void;
}

/**
 * Keeps what was typed for whoever comes to the form by another way than back, as by a link: bound to the page's path. It is not
 * filled in unasked, since this visit may be about something else. A form in a dialog asks before it closes instead.
 */
export function useLeftDraft(formId: string): LeftDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const isSent = useIsSent();
  const known = useRef({ draft, key, type });
  known.current = { draft, key, type };

  useLayoutEffect(() => {
    const form = formOf(formId);
    if (form === null || form.closest("dialog") !== null) return undefined;
    const name = pathName(form, pathname);
    const left = read(name);
    // On the way back the form is filled in by itself.
    const isBack = known.current.type === "POP" && fits(form, read(entryName(form, known.current.key)));
    if (fits(form, left) && !isBack) setDraft(left);
    return onLeave(() => {
      if (isSent.current) sessionStorage.removeItem(name);
      else if (isTouched(form)) keep(name, takeDraft(form));
      else if (known.current.draft === null) sessionStorage.removeItem(name);
    });
  }, [formId, pathname, isSent]);

  const end = (then: (form: HTMLFormElement) => void) => () => {
    const form = formOf(formId);
    setDraft(null);
    if (form !== null) then(form);
  };
  return {
    isThere: draft !== null,
    fill: end((form) => fillIn(form, draft)),
    discard: end((form) => sessionStorage.removeItem(pathName(form, pathname))),
  };
}

/** Whether something is being sent, or was sent with the navigation that is under way. */
function useIsSent(): RefObject<boolean> {
  const { formMethod } = useNavigation();
  const isSent = useRef(false);
  isSent.current = formMethod === "POST";
  return isSent;
}

/** Calls `leave` when the document is left, and when the form leaves the page. */
function onLeave(leave: () => void): () => void {
  window.addEventListener("pagehide", leave);
  return () => {
    window.removeEventListener("pagehide", leave);
    leave();
  };
}

function formOf(formId: string): HTMLFormElement | null {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? form : null;
}

/** Stands for the key of the document's first entry, which is the same for all documents. */
let firstKey: string | null = null;

/** Gives that entry a key of its own, which the router finds again after a reload and on the way back to it. */
function markFirstEntry(): void {
  firstKey ??= crypto.randomUUID();
  window.history.replaceState({ ...window.history.state, key: firstKey }, "");
}

function entryName(form: HTMLFormElement, key: string): string {
  return draftName("typed", key === "default" ? firstKey : key, form);
}

function pathName(form: HTMLFormElement, path: string): string {
  return draftName("left", path, form);
}
