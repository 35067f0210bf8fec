/** What the embedded service answers, as tests read it. */
import { z } from "zod";

export const mediaType = "application/vnd.api+json";

const identifier = z.object({ type: z.string(), id: z.string() });
const record = identifier.extend({
  attributes: z.record(z.string(), z.unknown()),
  relationships: z
    .record(z.string(), z.looseObject({ data: z.union([identifier, z.array(identifier), z.null()]).optional() }))
    .optional(),
  links: z.record(z.string(), z.string()).optional(),
  meta: z.object({
    can: z.array(z.string()).optional(),
    etag: z.string().optional(),
    partial: z.literal(true).optional(),
  }),
});
const problem = z.object({
  id: z.string(),
  status: z.string(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  source: z.record(z.string(), z.string()).optional(),
});
const document = z.object({
  data: z.union([record, z.array(record)]).optional(),
  included: z.array(record).optional(),
  links: z.record(z.string(), z.string().nullable()).optional(),
  meta: z.object({ page: z.record(z.string(), z.unknown()).optional() }).optional(),
  errors: z.array(problem).optional(),
});

export type TestRecord = z.infer<typeof record>;

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  readonly document: z.infer<typeof document>;
  /** The one record of the answer; fails the test when there is none. */
  readonly record: TestRecord;
  readonly records: readonly TestRecord[];
  /** Status, code and place of the first error, as in "400 required /data/attributes/name"; "" without errors. */
  readonly problem: string;
}

/** Reads an answer; what is no JSON:API document has no record. */
export async function readAnswer(response: Response): Promise<TestAnswer> {
  const text = await response.text();
  const isDocument = text !== "" && response.headers.get("content-type") === mediaType;
  const parsed = isDocument ? document.parse(JSON.parse(text)) : {};
  const [first] = parsed.errors ?? [];
  return {
    status: response.status,
    headers: response.headers,
    text,
    document: parsed,
    get record() {
      if (parsed.data === undefined || Array.isArray(parsed.data))
        throw new Error(`No record in ${response.status} ${text}`);
      return parsed.data;
    },
    get records() {
      if (!Array.isArray(parsed.data)) throw new Error(`No list in ${response.status} ${text}`);
      return parsed.data;
    },
    problem: first
      ? [first.status, first.code, ...Object.values(first.source ?? {})].filter((part) => part !== "").join(" ")
      : "",
  };
}
