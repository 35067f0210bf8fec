import { useEffect, useRef } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";
import { hiddenFieldNames } from "./hidden-field-names.ts";
import { type Control, controlsOf, hasTick, isTouched } from "./touched.ts";

/**
 * Keeps what was typed into a form that is left by a link or with its document, and fills it in again on the way back and after a
 * reload, as browsers do between pages without scripts. It stays in this tab, bound to the entry of the history and to the person
 * and workspace that the form names; passwords and files are not kept.
 */
export function useFormDraft(formId: string): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const { formMethod } = useNavigation();
  const latest = useRef({ key, type, isSent: false });
  latest.current = { ...latest.current, key, isSent: formMethod === "POST" };

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return undefined;
    if (latest.current.key === "default") markFirstEntry();
    const name = () => nameOf(form, latest.current.key);
    if (latest.current.type === "POP") fillIn(form, read(name()));
    const leave = () => {
      if (latest.current.isSent || !isTouched(form)) sessionStorage.removeItem(name());
      else keep(name(), form);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [formId]);
}

/** Stands for the key of the document's first entry, which is the same for all documents. */
let firstKey: string | null = null;

/** Gives that entry a key of its own, which the router finds again after a reload and on the way back to it. */
function markFirstEntry(): void {
  firstKey ??= crypto.randomUUID();
  window.history.replaceState({ ...window.history.state, key: firstKey }, "");
}

function standingIn(control: Control): string {
  return hasTick(control) ? String(control.checked) : control.value;
}

function nameOf(form: HTMLFormElement, key: string): string {
  const said = new FormData(form);
  return [
    "typed",
    key === "default" ? firstKey : key,
    form.id,
    said.get(hiddenFieldNames.person),
    said.get(hiddenFieldNames.workspace),
  ].join(" ");
}

function keep(name: string, form: HTMLFormElement): void {
  const typed = controlsOf(form).map((control) => [control.name, standingIn(control)]);
  try {
    sessionStorage.setItem(name, JSON.stringify(typed));
  } catch {
    // The browser has no room, or does not let us.
  }
}

function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Only into a form with the same fields in their order. */
function fillIn(form: HTMLFormElement, typed: unknown): void {
  if (!Array.isArray(typed)) return;
  const controls = controlsOf(form);
  const isSame = typed.length === controls.length && controls.every(({ name }, place) => typed[place]?.[0] === name);
  if (!isSame) return;
  for (const [place, control] of controls.entries()) {
    const value = String(typed[place]?.[1] ?? "");
    if (hasTick(control)) control.checked = value === "true";
    else control.value = value;
  }
}
