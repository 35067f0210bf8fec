/** Summaries and findings, by a language model or by rules. */
import type { Log } from "../../log.ts";
import { Outage } from "../engine/refusal.ts";
import { BoundMet } from "../texts/bounded-worker.ts";
import { type Failure, type FileTexts, type TextWork, textFailures, tooComplex } from "../texts/file-text.ts";
import type { TextReading } from "../texts/text-reading.ts";
import { type LanguageModel, ModelFailure } from "./language-model.ts";

export interface GenerationParts {
  readonly texts: FileTexts;
  /** Null: by rules. */
  readonly model: LanguageModel | null;
  readonly log: Pick<Log, "warn">;
}

export interface ReadText extends TextReading {
  readonly signal: AbortSignal;
  /** In a worker, since a text can be made to take long. @throws BoundMet, or the signal's reason */
  work(work: TextWork): Promise<unknown>;
}

export interface TextGenerator<Made> {
  /** What is said of texts that cannot be read, where that is not what is said of all. */
  readonly failures?: typeof textFailures;
  byRules(text: ReadText): Promise<Made | Failure>;
  /** @throws ModelFailure */
  byModel(model: LanguageModel, text: ReadText): Promise<Made>;
}

/** For the log: the file and the record. */
export interface Subject {
  readonly fileId: string;
  readonly recordId: string;
}

const unreachable: Failure = { sentence: "The file could not be fetched just now.", isFinal: false };

/** The result, or a failure with a sentence. @throws the signal's reason */
export async function generateFromText<Made extends object>(
  { texts, model, log }: GenerationParts,
  { fileId, recordId }: Subject,
  textGenerator: TextGenerator<Made>,
  signal: AbortSignal,
): Promise<Made | Failure> {
  try {
    const reading = await texts.read(fileId, signal);
    if (reading?.state !== "ready") return (textGenerator.failures ?? textFailures)[reading?.state ?? "broken"];
    const text: ReadText = { ...reading, signal, work: (work) => texts.work(fileId, work, signal) };
    return model === null ? await textGenerator.byRules(text) : await textGenerator.byModel(model, text);
  } catch (error) {
    if (error instanceof Outage) return unreachable;
    if (error instanceof BoundMet) return tooComplex;
    if (!(error instanceof ModelFailure)) throw error;
    log.warn({ record: recordId, reason: error.reason }, "The AI provider gave nothing that can be used");
    return { sentence: error.message, isFinal: false };
  }
}

/** Whether a result is a failure. */
export function isFailure<Made extends object>(made: Made | Failure): made is Failure {
  return "sentence" in made;
}
