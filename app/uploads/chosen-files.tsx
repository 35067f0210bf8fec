/** Behind a field for files: the enhancer writes here which were chosen, and how large they are. Without scripts it stays empty. */
export function ChosenFiles() {
  return <output className="text-0 wrap-anywhere whitespace-pre-line text-ink-2" suppressHydrationWarning />;
}
