import { useEffect, useRef, useState } from "react";
import { hiddenFieldNames } from "../ui/hidden-field-names.ts";

/** How long typing pauses before what is typed is kept on the server, and before a failed attempt is made again (milliseconds). */
const pause = 1_500;
const retryPause = 10_000;

/** What the server has of a draft. */
interface ServerDraft {
  readonly body: string;
  /** Changes when the draft is sent, on whichever device. */
  readonly draftKey: string;
}

/** What was sent and kept from here, to tell it from what is typed since. */
interface Known extends ServerDraft {
  isTyped: boolean;
  kept: string | null;
  /** Null: nothing was sent from here. "" where it was sent from elsewhere on the page. */
  sent: string | null;
  /** What is typed for the next message while the form begins anew after one was sent. */
  next: string | null;
}

/**
 * Keeps what is typed into a form on the server while it is typed, where scripts run: so it is there on another device too. Once it
 * is sent from one of them, it is gone from the others, unless somebody typed on there.
 * @param address takes what the form says
 * @returns whether all that is typed is kept; null where nothing was typed, or not kept yet
 */
export function useKeptDraft(
  formId: string,
  address: string,
  { body, draftKey }: ServerDraft,
): "kept" | "failed" | null {
  const [state, setState] = useState<"kept" | "failed" | null>(null);
  const known = useRef<Known>({ body, draftKey, isTyped: false, kept: null, sent: null, next: null });

  useEffect(() => {
    const field = document.getElementById(formId)?.querySelector("textarea");
    const before = known.current;
    known.current = { ...before, body, draftKey };
    if (!field || (body === before.body && draftKey === before.draftKey)) return;
    const isSent = draftKey !== before.draftKey;
    // Sent from here, the draft took along what was kept of the next message.
    const isDone = isSent && field.value === (before.sent ?? before.kept);
    if (isDone || (!before.isTyped && field.value === before.body)) {
      field.value = body;
      known.current = { body, draftKey, isTyped: false, kept: null, sent: null, next: null };
      setState(null);
    } else if (isSent) {
      known.current.sent = null;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      known.current.next = field.value;
    }
  }, [formId, body, draftKey]);

  useEffect(() => {
    const field = document.getElementById(formId)?.querySelector("textarea");
    const { next } = known.current;
    if (field && next !== null && field.value === "") field.value = next;
  });

  useEffect(() => {
    const form = document.getElementById(formId);
    const field = form?.querySelector("textarea");
    if (!(form instanceof HTMLFormElement) || !field) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isKeeping = false;
    const keepIn = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(keep, milliseconds);
    };
    const keep = async () => {
      // One after the other, so that the last one is what stays.
      if (isKeeping) return keepIn(pause);
      timer = undefined;
      isKeeping = true;
      const typed = field.value;
      const isKept = await post(address, form, known.current.draftKey);
      isKeeping = false;
      if (isKept) known.current.kept = typed;
      else if (timer === undefined && form.isConnected) keepIn(retryPause);
      if (field.value === typed) setState(isKept ? "kept" : "failed");
    };
    const type = () => {
      known.current.isTyped = true;
      known.current.next = null;
      setState(null);
      keepIn(pause);
    };
    const keepNow = () => {
      if (timer !== undefined) void post(address, form, known.current.draftKey);
      clearTimeout(timer);
    };
    // What is sent is no draft any more.
    const noteSend = ({ target, submitter }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement) || isCheck(submitter)) return;
      const isSame = target === form;
      if (new FormData(target).get(hiddenFieldNames.key) === known.current.draftKey)
        known.current.sent = isSame ? field.value : "";
      if (!isSame) return;
      known.current.next = null;
      clearTimeout(timer);
      timer = undefined;
    };
    form.addEventListener("input", type);
    document.addEventListener("submit", noteSend, true);
    window.addEventListener("pagehide", keepNow);
    return () => {
      keepNow();
      form.removeEventListener("input", type);
      document.removeEventListener("submit", noteSend, true);
      window.removeEventListener("pagehide", keepNow);
    };
  }, [formId, address]);
  return state;
}

/** Whether nothing is sent: the form is only checked again, as Conform does while somebody types after a first try. */
function isCheck(submitter: HTMLElement | null): boolean {
  return submitter?.getAttribute("name") === "__intent__";
}

/** Gives whether it is kept. */
async function post(address: string, form: HTMLFormElement, draftKey: string): Promise<boolean> {
  const said = new URLSearchParams({ draftKey });
  for (const [name, value] of new FormData(form)) if (typeof value === "string") said.append(name, value);
  said.append("next", "stay");
  try {
    const { status } = await fetch(address, { method: "POST", body: said, redirect: "manual", keepalive: true });
    return status === 204;
  } catch {
    return false;
  }
}
