import { useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { focusOn, headingOfPage } from "./focus.ts";
import { HiddenInputs } from "./hidden-inputs.tsx";

export type ToastMessage = {
  readonly text: string;
  /** Takes back what happened: where its button sends which fields. */
  readonly undo?: { readonly action: string; readonly fields: Readonly<Record<string, string>> };
  /** The page of what was made. */
  readonly open?: string;
};

/** What it says besides its text. */
export type ToastWords = { readonly dismiss: string; readonly message: string };

const usual: ToastWords = { dismiss: "Dismiss", message: "Message" };

/**
 * What just happened, said once, in a line over the page; its buttons work by HTML alone. The styles hide
 * it after a while, later with a way to take something back. It goes with the next page, or with the next thing that is sent.
 * @param toast out of the root loader; a new object means a new toast, and there is one at a time
 */
export function Toast({ toast, words = usual }: { toast: ToastMessage | null; words?: ToastWords | undefined }) {
  const { key } = useLocation();
  const { state } = useNavigation();
  // The page that the toast came with; null once another page has been there, so that Back does not say it again.
  const [at, setAt] = useState<{ toast: ToastMessage | null; key: string | null }>({ toast, key });
  if (at.toast !== toast) setAt({ toast, key });
  else if (at.key !== null && (at.key !== key || state === "submitting")) setAt({ toast, key: null });
  return (
    <div role="status">
      {toast !== null && at.key === key ? (
        <dialog open className="toast" aria-label={words.message} key={key} onClose={beginAtHeading}>
          <span>{toast.text}</span>
          {toast.open === undefined ? null : (
            <a className="btn" href={toast.open}>
              Open
            </a>
          )}
          {toast.undo === undefined ? null : (
            <form method="post" action={toast.undo.action}>
              <HiddenInputs fields={toast.undo.fields} />
              <button className="btn" type="submit">
                Undo
              </button>
            </form>
          )}
          <form method="dialog">
            <button className="btn quiet" type="submit">
              {words.dismiss}
            </button>
          </form>
        </dialog>
      ) : null}
    </div>
  );
}

/** Its button had the focus, and goes with it. */
function beginAtHeading(): void {
  focusOn(headingOfPage(), { preventScroll: true });
}
