import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** Forms in which somebody has typed since they were sent last. */
const inUse = new WeakSet<HTMLFormElement>();

function noteTyping({ type, target }: Event): void {
  const form = target instanceof Element ? target.closest("form") : null;
  if (form === null) return;
  if (type === "input") inUse.add(form);
  else inUse.delete(form);
}

/**
 * Whether loading the page again takes nothing from anybody. A thread keeps its form; any other form would begin anew, with another
 * key, under the hands of whoever types.
 */
function mayLoadAgain(): boolean {
  if (/^\/messages\/[^/]+\/?$/.test(location.pathname)) return true;
  if (document.querySelector("dialog:modal") !== null) return false;
  return ![...document.forms].some((form) => inUse.has(form) || isFocused(form));
}

function isFocused(form: HTMLFormElement): boolean {
  return document.activeElement?.matches("input, textarea, select") === true && form.contains(document.activeElement);
}

/**
 * Keeps a page that hydrates up to date with the messages: its count of unread ones and an open thread. Its code is fetched once
 * the page is there.
 */
export function LiveMessages({ workspaceId }: { workspaceId: string }) {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  // A look would begin a navigation anew that is under way: it waits for its end.
  const look = useRef({ isFree: true, isWanted: false });
  look.current.isFree = state === "idle";
  useEffect(() => {
    if (state !== "idle" || !look.current.isWanted) return;
    look.current.isWanted = false;
    if (mayLoadAgain()) void revalidate();
  }, [state, revalidate]);
  useEffect(() => {
    const refresh = (): void => {
      if (!look.current.isFree) look.current.isWanted = true;
      else if (mayLoadAgain()) void revalidate();
    };
    for (const type of ["input", "submit"]) document.addEventListener(type, noteTyping);
    const following = import("./follow-messages.ts").then(
      ({ followMessages }) => followMessages(workspaceId, refresh),
      // Firefox reports it when the page is left before the code has come.
      () => () => {},
    );
    return () => {
      for (const type of ["input", "submit"]) document.removeEventListener(type, noteTyping);
      void following.then((end) => end());
    };
  }, [workspaceId, revalidate]);
  return null;
}
