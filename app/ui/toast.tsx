import { useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { focusOn, headingOfPage } from "./focus.ts";

export type ToastMessage = { readonly text: string };

/** What it says besides its text. */
export type ToastWords = { readonly dismiss: string; readonly message: string };

const usual: ToastWords = { dismiss: "Dismiss", message: "Message" };

/**
 * What just happened, said once. Without scripts a banner; its button closes it by HTML alone. It goes with the next page, or
 * with the next thing that is sent.
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
          <form method="dialog">
            <span>{toast.text}</span>
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
