/** Leads the focus to an element that keys do not reach by themselves, such as a heading or a note; null is passed over. */
export function focusOn(element: HTMLElement | null, options?: FocusOptions): void {
  element?.setAttribute("tabindex", "-1");
  element?.focus(options);
}

/** Where the page's content begins; null on a page without a heading. */
export function headingOfPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}

/**
 * For what a refused form is answered with. Nobody is disoriented: they have just sent the form, and without scripts its answer is a
 * document, which would begin at its top, far from what is wrong.
 */
export const answerFocus = { tabIndex: -1, autoFocus: true };
