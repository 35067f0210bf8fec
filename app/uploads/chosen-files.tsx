/** Whether a file field of a form, as a browser gives it, has a file or more. */
export function isChosen(field: unknown): boolean {
  return [field].flat().some((file) => file instanceof File && file.name !== "");
}

/** Behind a field for files: the enhancer writes here which were chosen, and how large they are. Without scripts it stays empty. */
export function ChosenFiles() {
  return <output className="text-0 wrap-anywhere whitespace-pre-line text-ink-2" suppressHydrationWarning />;
}
