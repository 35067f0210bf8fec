/** Leads the focus to an element that keys do not reach by themselves, such as a heading or a note; null is passed over. */
export function focusOn(element: HTMLElement | null, options?: FocusOptions): void {
  element?.setAttribute("tabindex", "-1");
  element?.focus(options);
}
