import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { PageTitle } from "./page.tsx";
import { LineStatus } from "./pending.tsx";

type DialogProps = {
  title: string;
  subtitle?: string;
  /** The path of the link at which it is shown, small; without it, or where that is missing, it is in the middle. */
  near?: string;
  /** Called on Escape, on the cross and on a click beside the dialog: go where the page goes without it. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A page shown over another. Render it only with scripts and only while it is open: the browser's own modal dialog holds
 * the focus inside and gives it back afterwards. Without scripts the same content is a page at its URL.
 */
export function Dialog({ title, subtitle, near, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // Before the browser paints, and before the element leaves the document: closed later, it gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element !== null && near !== undefined)
      placeAt(element, document.querySelector<HTMLElement>(`main a[href^="${CSS.escape(near)}"]`));
    // A currency stands before its amount, which is what people type.
    element
      ?.querySelector<HTMLElement>(
        "[data-body] :is(input:not([type=hidden]), select:not(:has(+ input)), textarea, button, a)",
      )
      ?.focus();
    return () => {
      element?.close();
      putCaretBack();
    };
  }, [near]);

  // The browser may close a dialog by itself without asking first: then the page follows.
  function followClosing() {
    if (dialog.current?.open === false) onClose();
  }

  function closeBeside(event: MouseEvent) {
    if (event.target === dialog.current && isOutside(event, dialog.current)) onClose();
  }

  return (
    <dialog
      ref={dialog}
      className={near === undefined ? "modal" : "modal near"}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file field inside has an event of the same name.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={followClosing}
      onMouseDown={closeBeside}
    >
      <header>
        <div>
          <PageTitle>{title}</PageTitle>
          <h2 className="text-3" id={heading}>
            {title}
          </h2>
          {subtitle === undefined ? null : <p className="muted">{subtitle}</p>}
        </div>
        <button className="btn quiet" type="button" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {/* The buttons of a long form stand at the dialog's edge, past its padding. */}
      <div data-body="" className="[&_.form-foot]:-bottom-3">
        {children}
      </div>
      <LineStatus />
    </dialog>
  );
}

/** Chromium gives a field the focus back, and not the caret: what is typed into it would go nowhere. */
function putCaretBack(): void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  field.focus({ preventScroll: true });
}

/** Below the element or, where there is no room, above it. On phones a dialog is as wide as the window, and stays where it is. */
function placeAt(dialog: HTMLDialogElement, target: HTMLElement | null): void {
  if (target === null || window.innerWidth < 640) return;
  const box = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const below = box.bottom + 8;
  const top = below + height + 16 <= window.innerHeight ? below : Math.max(16, box.top - height - 8);
  const left = Math.max(16, Math.min(box.left - 24, window.innerWidth - width - 16));
  Object.assign(dialog.style, { margin: "0", top: `${top}px`, left: `${left}px` });
}

function isOutside(event: MouseEvent, element: Element): boolean {
  const box = element.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
