/** Makes summaries and findings from a file's text: by a language model where there is one, otherwise by rules. */
import type { Log } from "../../log.ts";
import { Outage } from "../engine/outage.ts";
import type { FileTexts } from "../texts/file-text.ts";
import { type Failure, textFailures } from "../texts/text-failures.ts";
import type { TextReading } from "../texts/text-reading.ts";
import { type LanguageModel, ModelFailure } from "./language-model.ts";

export interface GenerationParts {
  readonly texts: FileTexts;
  /** Null: it is made from the text by rules. */
  readonly model: LanguageModel | null;
  readonly log: Pick<Log, "warn">;
}

/** The two ways to make it. */
export interface TextGenerator<Made> {
  byRules(reading: TextReading): Made | Failure;
  /** @throws ModelFailure */
  byModel(model: LanguageModel, reading: TextReading, signal: AbortSignal): Promise<Made>;
}

/** The file that it is made from, and the id of the record, for the log. */
export interface Subject {
  readonly fileId: string;
  readonly recordId: string;
}

const unreachable: Failure = { sentence: "The file could not be fetched just now.", isFinal: false };

/** Makes it, or says in a sentence why it cannot be. @throws the signal's reason */
export async function generateFromText<Made extends object>(
  { texts, model, log }: GenerationParts,
  { fileId, recordId }: Subject,
  textGenerator: TextGenerator<Made>,
  signal: AbortSignal,
): Promise<Made | Failure> {
  try {
    const reading = await texts.read(fileId, signal);
    if (reading?.state !== "ready") return textFailures[reading?.state ?? "broken"];
    return model === null ? textGenerator.byRules(reading) : await textGenerator.byModel(model, reading, signal);
  } catch (error) {
    if (error instanceof Outage) return unreachable;
    if (!(error instanceof ModelFailure)) throw error;
    log.warn({ record: recordId, reason: error.reason }, "The AI provider gave nothing that can be used");
    return { sentence: error.message, isFinal: false };
  }
}

/** Whether something could not be made. */
export function isFailure<Made extends object>(made: Made | Failure): made is Failure {
  return "sentence" in made;
}
