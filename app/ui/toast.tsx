import { useState } from "react";
import { useLocation } from "react-router";

export type ToastMessage = { readonly text: string };

/**
 * What just happened, said once. Without scripts a banner; its button closes it by HTML alone. It goes with the next page.
 * @param toast out of the root loader; a new object means a new toast, and there is one at a time
 */
export function Toast({ toast }: { toast: ToastMessage | null }) {
  const { key } = useLocation();
  const [shown, setShown] = useState({ toast, key });
  if (shown.toast !== toast) setShown({ toast, key });
  const current = shown.toast === toast ? shown : { toast, key };
  const visible = current.toast !== null && current.key === key;
  return (
    <div role="status">
      {visible && current.toast !== null ? (
        <dialog open className="toast" aria-label="Message" key={key}>
          <form method="dialog">
            <span>{current.toast.text}</span>
            <button className="btn quiet" type="submit">
              Dismiss
            </button>
          </form>
        </dialog>
      ) : null}
    </div>
  );
}
