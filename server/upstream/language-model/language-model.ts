/** A language model behind OpenAI's chat completions, which others offer, too. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

export interface LanguageModelSettings {
  /** As in "https://api.example/v1". */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly deadlineMs?: number;
  /** In ms, for all waits for a busy provider together. */
  readonly longestWaitMs?: number;
}

export interface Question<Answer> {
  /** The task and the form of the answer. */
  readonly instructions: string;
  /** Not trusted. */
  readonly text: string;
  readonly answer: z.ZodType<Answer>;
  readonly signal: AbortSignal;
}

export interface LanguageModel {
  /** Neither question nor answer are logged. @throws ModelFailure, or the signal's reason */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
}

/** The message is a sentence to show. */
export class ModelFailure extends Error {
  /** For the log: a status or kind of failure, nothing that was sent. */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelFailure";
    this.reason = reason;
  }
}

const usualDeadlineMs = 90_000;

const longestAnswer = 1_000_000;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Connects with the provider's model. */
export function createLanguageModel(settings: LanguageModelSettings): LanguageModel {
  const { baseUrl, apiKey, model, deadlineMs = usualDeadlineMs, longestWaitMs = usualWaitMs } = settings;
  return {
    async ask({ instructions, text, answer, signal }) {
      const body = {
        model,
        response_format: { type: "json_object" },
        messages: [
          { role: "system", content: instructions },
          { role: "user", content: text },
        ],
      };
      const request = {
        method: "POST",
        headers: { "content-type": "application/json", ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify(body),
        // The key is for this address alone.
        redirect: "error",
      } as const;
      let late = AbortSignal.timeout(deadlineMs);
      const send = (): Promise<Response> => {
        late = AbortSignal.timeout(deadlineMs);
        return fetch(`${baseUrl}/chat/completions`, { ...request, signal: AbortSignal.any([signal, late]) });
      };
      try {
        const response = await sendWhenFree(send, longestWaitMs, signal);
        if (!response.ok) {
          await response.body?.cancel();
          throw new ModelFailure(sentenceOf(response.status), `status ${response.status}`);
        }
        return readAnswer(await readText(response), answer);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ModelFailure) throw error;
        if (late.aborted) throw new ModelFailure("The AI provider did not answer in time.", "deadline");
        throw new ModelFailure("The AI provider cannot be reached.", kindOf(error), { cause: error });
      }
    },
  };
}

/** A job has five minutes. */
const usualWaitMs = 60_000;
/** In ms, where the provider does not say how long; it may mean that its allowance is used up. */
const pauses = [2_000, 4_000, 8_000];

/** Sends again what a busy provider refused, when it says that it may be sent. @throws the signal's reason */
async function sendWhenFree(
  send: () => Promise<Response>,
  longestWaitMs: number,
  signal: AbortSignal,
): Promise<Response> {
  const unasked = [...pauses];
  for (let left = longestWaitMs; ; ) {
    const response = await send();
    const pause = response.status === 429 ? (readRetryAfter(response) ?? unasked.shift()) : undefined;
    if (pause === undefined || pause > left) return response;
    await response.body?.cancel();
    // An answer of 0 must not become a loop without a pause.
    const ms = Math.max(pause, 500);
    left -= ms;
    await wait(ms, null, { signal });
  }
}

/** In ms; RFC 9110, 10.2.3. Null where the provider does not say. */
function readRetryAfter({ headers }: Response): number | null {
  const said = headers.get("retry-after");
  if (said === null || said.trim() === "") return null;
  const ms = /^\d+$/.test(said.trim()) ? Number(said) * 1_000 : Date.parse(said) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function sentenceOf(status: number): string {
  if (status === 401 || status === 403) return "The AI provider does not accept the key that is set.";
  if (status === 404) return "The AI provider does not know the model that is set.";
  if (status === 429) return "The AI provider has too much to do, or its allowance is used up.";
  if (status === 400 || status === 413 || status === 422) return "The AI provider did not take this document.";
  return "The AI provider failed.";
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) throw unreadable("too long");
  }
  return text + decoder.decode();
}

/** Models wrap JSON into Markdown at times. */
function readAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Answer {
  try {
    const { choices } = completion.parse(JSON.parse(text));
    const content = choices[0]?.message.content.replace(/^\s*```(?:json)?|```\s*$/g, "") ?? "";
    return schema.parse(JSON.parse(content));
  } catch {
    throw unreadable("another shape");
  }
}

function unreadable(reason: string): ModelFailure {
  return new ModelFailure("The AI provider's answer could not be read.", reason);
}

function kindOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "no connection";
}

/** Common models take that many, with room for the answer. */
const maxCharacters = 120_000;

/** Pages with a mark above each, and how many fit; at least one. */
export function markedPages(pages: readonly string[]): { readonly text: string; readonly pagesRead: number } {
  let text = "";
  let pagesRead = 0;
  for (const page of pages) {
    const marked = `[Page ${pagesRead + 1}]\n${page}\n\n`;
    if (pagesRead > 0 && text.length + marked.length > maxCharacters) break;
    text += marked;
    pagesRead += 1;
  }
  return { text, pagesRead };
}

/** One line of a model's text, cut to `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
