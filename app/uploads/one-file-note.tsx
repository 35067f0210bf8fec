/** Behind a field for one file: the enhancer says it here when several are dropped there. Read aloud when it appears. */
export function OneFileNote({ text = "Drop one file only: this field takes a single file." }: { text?: string }) {
  return <output className="err" data-single={text} suppressHydrationWarning />;
}
