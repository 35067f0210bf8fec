import { useEffect, useRef, useState } from "react";
import {
  type FoundOptions,
  hasWords,
  mostOptions,
  optionsPath,
  type PickKind,
  type PickOption,
  plainWords,
} from "./pick.ts";

/** The server is asked this long after a letter, for all that was typed until then (milliseconds); for a pasted text at once. */
const pace = 120;
/** After this long nothing is waited for any more (milliseconds). */
const patience = 15_000;
/** So many questions are under way at once: while one types on, answers to earlier texts may already say it all. */
const mostUnderWay = 3;

export interface OfferedOptions extends FoundOptions {
  /** "waiting": the options are those of an earlier text that fit this one, too. */
  readonly state: "ready" | "waiting" | "failed";
}

interface Answer extends FoundOptions {
  readonly words: string;
}

/** The questions of one field. */
interface Asking {
  /** The text that was there before. */
  words: string;
  /** When the next one is due; a moment that is past says nothing. */
  due: number;
  /** How many were asked, and which of them the newest answer is to. */
  asked: number;
  answered: number;
  readonly underWay: AbortController[];
}

/**
 * What the server offers for a text, asked while it is typed. The newest answer counts.
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
  const asking = useRef<Asking>({ words: "", due: 0, asked: 0, answered: 0, underWay: [] });
  const options = words === null ? (answer?.options ?? []) : optionsFor(words, answer);
  const isKnown = words === null || answer?.words === words || (isWhole(answer, words) && options.length > 0);

  useEffect(() => {
    const { current: state } = asking;
    if (isKnown || words === null) return giveUp(state);
    const now = performance.now();
    const isTyped = Math.abs(words.length - state.words.length) === 1;
    state.words = words;
    if (!isTyped) state.due = now;
    else if (state.due < now) state.due = now + pace;
    const timer = setTimeout(async () => {
      const turn = ++state.asked;
      setFailed((text) => (text === words ? null : text));
      const controller = new AbortController();
      if (state.underWay.push(controller) > mostUnderWay) state.underWay.shift()?.abort();
      const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(patience)]);
      try {
        const found = await fetchOptions(optionsPath(kind, words, packageId), signal);
        if (turn < state.answered) return;
        state.answered = turn;
        setAnswer({ ...found, words });
      } catch {
        if (!controller.signal.aborted) setFailed(words);
      } finally {
        if (state.underWay.includes(controller)) state.underWay.splice(state.underWay.indexOf(controller), 1);
      }
    }, state.due - now);
    return () => clearTimeout(timer);
  }, [kind, packageId, words, isKnown]);

  useEffect(() => () => giveUp(asking.current), []);

  if (isKnown) return { isGuess: answer?.words === words && answer?.isGuess === true, options, state: "ready" };
  return { options, isGuess: false, state: failed === words ? "failed" : "waiting" };
}

function giveUp({ underWay }: Asking): undefined {
  for (const controller of underWay.splice(0)) controller.abort();
}

/** Those of an answer that have the words; all of them where it is the answer to just these. */
function optionsFor(words: string, answer: Answer | null): readonly PickOption[] {
  if (answer === null || answer.words === words) return answer?.options ?? [];
  const typed = plainWords(words);
  return typed.length === 0 ? [] : answer.options.filter((option) => hasWords(withReason(option), typed));
}

function withReason({ name, detail, reason = "" }: PickOption) {
  return { name, detail: `${detail} ${reason}` };
}

/** Whether an answer has all that an answer to a longer text would have: the server left none out, and it guessed nothing. */
function isWhole(answer: Answer | null, words: string): boolean {
  if (answer === null || answer.words === "" || !words.startsWith(answer.words)) return false;
  const { options, isGuess } = answer;
  return (
    !isGuess && options.length < mostOptions && options.every((option) => hasWords(option, plainWords(answer.words)))
  );
}

/** @throws when the answer has no options, as after signing out */
async function fetchOptions(address: string, signal: AbortSignal): Promise<FoundOptions> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
