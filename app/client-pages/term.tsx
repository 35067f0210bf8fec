import { useTexts } from "./texts/texts.ts";

type TermProps = {
  /** The word itself. */
  of: string;
  /** Whether it is to be seen, where it does not stand just above. */
  isNamed?: boolean;
  children: string;
};

/** A real-estate word, explained where it is read. */
export function Term({ of, isNamed = false, children }: TermProps) {
  const { terms } = useTexts();
  return (
    <details>
      <summary>
        {isNamed ? terms.explainWord(of) : terms.explain}
        {isNamed ? null : <span className="hidden"> {of}</span>}
      </summary>
      <p>{children}</p>
    </details>
  );
}
