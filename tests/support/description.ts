/** Holds calls and their answers against the description that the service gives of itself. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { z } from "zod";
import { mediaType } from "./answers.ts";

/** A call as the service received it, and what it answered. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** The body as text; "" without one. */
  readonly sent: string;
  readonly status: number;
  /** The body of a JSON:API document; null where the answer is no such document. */
  readonly answered: string | null;
}

const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
  schema: z.record(z.string(), z.unknown()),
});
const content = z.record(z.string(), z.looseObject({}));
const operation = z.object({
  parameters: z.array(parameter),
  requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), z.object({ content: content.optional() })])),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
type Operation = z.output<typeof operation>;

interface Described {
  readonly name: string;
  readonly method: string;
  /** How many segments its path has. */
  readonly depth: number;
  readonly fits: RegExp;
  readonly operation: Operation;
  readonly query: ValidateFunction;
  /** Place of the operation in the description, as a JSON pointer. */
  readonly pointer: string;
}

export interface Description {
  /** What a call or its answer has that the description does not allow; empty where it fits. */
  flawsOf(exchange: Exchange): string[];
}

/** Reads a description. @param text the OpenAPI document */
export function readDescription(text: string): Description {
  const json: unknown = JSON.parse(text);
  const { paths } = description.parse(json);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(Object(json), "description");
  const ofQuery = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });
  const all = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, each]) => ({ path, method, each })))
    .map(({ path, method, each }): Described => {
      const query = each.parameters.filter((one) => one.in === "query");
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        depth: depthOf(path),
        fits: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
        operation: each,
        pointer: `/paths/${encode(path)}/${method}`,
        query: ofQuery.compile({
          type: "object",
          properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
          required: query.filter(({ required }) => required).map(({ name }) => name),
          additionalProperties: false,
        }),
      };
    })
    // Fixed segments before named ones, as the service takes them.
    .sort((one, other) => (fixedFirst(one.name) < fixedFirst(other.name) ? -1 : 1));

  const byKind = Map.groupBy(all, kindOf);

  function schemaFlaws(place: string, value: unknown): string[] {
    const validate = ajv.getSchema(`description#${place}`);
    if (validate === undefined) throw new Error(`No schema at ${place}`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  function requestFlaws({ operation: { requestBody }, query, pointer }: Described, { url, sent }: Exchange): string[] {
    const given = Object.fromEntries(new URL(url).searchParams);
    const flaws =
      query(given) === true
        ? []
        : [`query ${ofQuery.errorsText(query.errors)} ${JSON.stringify(query.errors?.[0]?.params)}`];
    if (requestBody === undefined) return sent === "" ? flaws : [...flaws, "request: a body that is not described"];
    if (sent === "") return requestBody.required === true ? [...flaws, "request: no body"] : flaws;
    const place = `${pointer}/requestBody/content/${encode(mediaType)}/schema`;
    return [...flaws, ...schemaFlaws(place, JSON.parse(sent)).map((flaw) => `request: ${flaw}`)];
  }

  function answerFlaws({ operation: { responses }, pointer }: Described, { status, answered }: Exchange): string[] {
    const key = responses[status] === undefined && status >= 500 ? "default" : String(status);
    const response = responses[key];
    if (response === undefined) return [`answer: status ${status} is not described`];
    if ("$ref" in response) {
      if (answered === null) return [`answer ${status}: no document`];
      const place = `/components/responses/${key}/content/${encode(mediaType)}/schema`;
      return schemaFlaws(place, JSON.parse(answered)).map((flaw) => `answer ${status}: ${flaw}`);
    }
    if (response.content === undefined || response.content[mediaType] === undefined)
      return answered === null || answered === "" ? [] : [`answer ${status}: a document that is not described`];
    if (answered === null) return [`answer ${status}: no document`];
    const place = `${pointer}/responses/${key}/content/${encode(mediaType)}/schema`;
    return schemaFlaws(place, JSON.parse(answered)).map((flaw) => `answer ${status}: ${flaw}`);
  }

  return {
    flawsOf(exchange) {
      const path = new URL(exchange.url).pathname.replace(/^\/api/, "");
      const alike = byKind.get(kindOf({ method: exchange.method, depth: depthOf(path) })) ?? [];
      const found = alike.find(({ fits }) => fits.test(path));
      if (found === undefined) return [`${exchange.method} ${path}: not described`];
      // What the service refused as wrong need not fit.
      const isRefused = exchange.status === 400 || exchange.status === 422;
      const flaws = [...(isRefused ? [] : requestFlaws(found, exchange)), ...answerFlaws(found, exchange)];
      return flaws.map((flaw) => `${found.name}: ${flaw}`);
    },
  };
}

const depthOf = (path: string): number => path.split("/").length;

const kindOf = ({ method, depth }: Pick<Described, "method" | "depth">): string => `${method} ${depth}`;

const fixedFirst = (name: string): string => name.replaceAll("{", "\uffff");

/** One segment of a JSON pointer within the fragment of a URL. */
function encode(segment: string): string {
  return encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
}
