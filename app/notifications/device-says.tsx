/** Sentences about this browser, for the page's script to show. */
export function DeviceSays({ says }: { says: Readonly<Record<"unable" | "denied" | "lost" | "failed", string>> }) {
  return Object.entries(says).map(([what, text]) => (
    <div key={what} className="note note-warn" role="status" data-says={what} hidden>
      {text}
    </div>
  ));
}
