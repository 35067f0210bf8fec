import { useEffect, useState } from "react";
import { type FoundOptions, hasWords, optionsPath, type PickKind, plainWords } from "./pick.ts";

/** How long typing pauses before the server is asked (milliseconds). */
const pause = 120;
/** After this long nothing is waited for any more (milliseconds). */
const patience = 15_000;

export interface OfferedOptions extends FoundOptions {
  /** "waiting": the options are those of an earlier text that fit this one, too. */
  readonly state: "ready" | "waiting" | "failed";
}

interface Answer extends FoundOptions {
  readonly words: string;
}

/**
 * What the server offers for a text. The newest answer counts: one to an earlier text is no longer waited for.
 * @param words null while nothing needs to be known @param first what is offered before anything is typed, where it is known
 */
export function useOptions(
  kind: PickKind,
  words: string | null,
  first: FoundOptions | null,
  packageId?: string,
): OfferedOptions {
  const [answer, setAnswer] = useState<Answer | null>(first === null ? null : { ...first, words: "" });
  const [failed, setFailed] = useState<string | null>(null);
  const isKnown = words === null || answer?.words === words;

  useEffect(() => {
    if (isKnown || words === null) return;
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(patience)]);
    const timer = setTimeout(async () => {
      try {
        const found = await fetchOptions(optionsPath(kind, words, packageId), signal);
        setFailed(null);
        setAnswer({ ...found, words });
      } catch {
        if (!controller.signal.aborted) setFailed(words);
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [kind, packageId, words, isKnown]);

  if (isKnown) return { options: [], isGuess: false, ...answer, state: "ready" };
  const typed = plainWords(words);
  const options = typed.length === 0 ? [] : (answer?.options ?? []).filter((option) => hasWords(option, typed));
  return { options, isGuess: false, state: failed === words ? "failed" : "waiting" };
}

/** @throws when the answer has no options, as after signing out */
async function fetchOptions(address: string, signal: AbortSignal): Promise<FoundOptions> {
  const answer = await fetch(address, { signal, redirect: "manual" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
