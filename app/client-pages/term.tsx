import { useTexts } from "./texts/texts.ts";

/** A real-estate word, explained where it is read. @param of the word itself, for those who hear the page */
export function Term({ of, children }: { of: string; children: string }) {
  const { terms } = useTexts();
  return (
    <details className="small">
      <summary>
        {terms.explain}
        <span className="hidden"> {of}</span>
      </summary>
      {children}
    </details>
  );
}
