/** All of an email of which a part is shown, folded up; nothing where nothing was left out. */
export function WholeEmail({ label, text }: { label: string; text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <details className="small">
      <summary className="link">{label}</summary>
      <pre className="typed whitespace-pre-line" dir="auto">
        {text}
      </pre>
    </details>
  );
}
