import { isRouteErrorResponse, type StaticHandlerContext } from "react-router";

/**
 * What the loaders and the action of a page gave, as React Router's client reads it: its "turbo-stream" format, a list of values that name
 * each other by their places in it. React Router's own encoder takes a stream and a promise for each value, three times the CPU.
 */

/** What a value is in the list that cannot be one of its members. */
const marks = { undefined: -7, infinity: -6, null: -5, negativeZero: -4, negativeInfinity: -3, nan: -2, hole: -1 };

interface LateValue {
  readonly place: number;
  readonly promise: Promise<unknown>;
}

class DataEncoder {
  readonly #told: ReadonlySet<unknown>;
  readonly #places = new Map<unknown, number>();
  readonly #texts: string[] = [];
  #late: LateValue[] = [];

  /** @param told errors that are fit for a browser; of others it learns nothing */
  constructor(told: readonly unknown[]) {
    this.#told = new Set(told);
  }

  /** A value with all that it names and that was not written before, as JSON. */
  encode(value: unknown): string {
    const start = this.#texts.length;
    const place = this.#placeOf(value);
    if (place < 0) return String(place);
    if (place >= start) return `[${this.#texts.slice(start).join(",")}]`;
    // An earlier value again takes a place of its own.
    this.#texts.push("");
    return `[["Z",${place}]]`;
  }

  /** The promises that were met since this was asked for last. */
  takeLate(): LateValue[] {
    const late = this.#late;
    this.#late = [];
    return late;
  }

  #placeOf(value: unknown): number {
    if (value === null) return marks.null;
    if (typeof value === "number") {
      if (Number.isNaN(value)) return marks.nan;
      if (value === Number.POSITIVE_INFINITY) return marks.infinity;
      if (value === Number.NEGATIVE_INFINITY) return marks.negativeInfinity;
      if (Object.is(value, -0)) return marks.negativeZero;
    }
    // A browser can have neither.
    if (value === undefined || typeof value === "function" || typeof value === "symbol") return marks.undefined;
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    const place = this.#texts.push("") - 1;
    this.#places.set(value, place);
    this.#texts[place] = typeof value === "object" ? this.#textOf(value, place) : textOfPlain(value);
    return place;
  }

  #textOf(value: object, place: number): string {
    if (Array.isArray(value)) return `[${this.#listOf(value)}]`;
    if (value instanceof Promise) {
      this.#late.push({ place, promise: value });
      return `["P",${place}]`;
    }
    if (value instanceof Date) return `["D",${Number.isNaN(value.getTime()) ? '"invalid"' : value.getTime()}]`;
    if (value instanceof URL) return `["U",${JSON.stringify(value.href)}]`;
    if (value instanceof RegExp) return `["R",${JSON.stringify(value.source)},${JSON.stringify(value.flags)}]`;
    if (value instanceof Set) return this.#tagged("S", [...value]);
    if (value instanceof Map) return this.#tagged("M", [...value].flat());
    if (value instanceof Error) {
      const { name, message, stack } = this.#told.has(value) ? value : unexpected;
      return this.#tagged("SanitizedError", [name, message, stack]);
    }
    if (isRouteErrorResponse(value)) return this.#tagged("ErrorResponse", [value.data, value.status, value.statusText]);
    return this.#textOfRecord(value);
  }

  #textOfRecord(value: object): string {
    let text = "";
    for (const [name, content] of Object.entries(value))
      text += `${text === "" ? "" : ","}"_${this.#placeOf(name)}":${this.#placeOf(content)}`;
    return `{${text}}`;
  }

  #tagged(tag: string, contents: readonly unknown[]): string {
    return `["${tag}"${contents.length === 0 ? "" : `,${this.#listOf(contents)}`}]`;
  }

  #listOf(contents: readonly unknown[]): string {
    let text = "";
    for (let at = 0; at < contents.length; at += 1)
      text += `${at === 0 ? "" : ","}${at in contents ? this.#placeOf(contents[at]) : marks.hole}`;
    return text;
  }
}

/** Of a string, a number, a boolean or a bigint. */
function textOfPlain(value: unknown): string {
  return typeof value === "bigint" ? `["B","${value}"]` : JSON.stringify(value);
}

/** What the browser learns of an error. */
const unexpected = { name: "Error", message: "Unexpected Server Error", stack: undefined };

export interface EncodedData {
  /** JSON in one line. */
  readonly text: string;
  /**
   * Gives the same as a stream whose later lines are what promises in the data come to, until the signal ends the waiting; null where
   * there are none.
   */
  readonly stream: ((signal: AbortSignal) => ReadableStream<Uint8Array>) | null;
}

/** What a page was rendered from, its errors as far as a browser may know them. */
export type PageData = Pick<StaticHandlerContext, "loaderData" | "actionData" | "errors">;

/**
 * Encodes what a page was rendered from: values with a JSON form, Date, URL, RegExp, Map, Set, bigint, Error, answers that routes threw,
 * and promises of all these. Functions become undefined.
 */
export function encodeData({ loaderData, actionData, errors }: PageData): EncodedData {
  const encoder = new DataEncoder(Object.values(errors ?? {}));
  const text = encoder.encode({ loaderData, actionData, errors });
  const late = encoder.takeLate();
  return { text, stream: late.length === 0 ? null : (signal) => streamLate(encoder, text, late, signal) };
}

function streamLate(
  encoder: DataEncoder,
  text: string,
  late: readonly LateValue[],
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
  const end = () => giveUp(new Error("Nobody waits for this page any more."));
  given.catch(() => {});
  return new ReadableStream({
    async start(controller) {
      const write = (line: string) => controller.enqueue(bytes.encode(`${line}\n`));
      const settle = async ({ place, promise }: LateValue): Promise<void> => {
        const told = Promise.race([promise, given]);
        try {
          const value = await told;
          write(`P${place}:${encoder.encode(value)}`);
        } catch {
          write(`E${place}:${encoder.encode(new Error())}`);
        }
        await settleAll(encoder.takeLate());
      };
      const settleAll = async (values: readonly LateValue[]) => void (await Promise.all(values.map(settle)));
      signal.addEventListener("abort", end, { once: true });
      write(text);
      await settleAll(late);
      signal.removeEventListener("abort", end);
      controller.close();
    },
    // The client closed the connection.
    cancel: end,
  });
}
