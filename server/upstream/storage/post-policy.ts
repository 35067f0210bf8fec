/**
 * POST policies: what a signed post may contain. The rules are Amazon's:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
import { z } from "zod";
import { PostRefused } from "./post-refusal.ts";

/** Fields of a form, by their names in lower case. */
export type Fields = ReadonlyMap<string, string>;

/** How many bytes the file may have, both ends included. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

type Condition =
  | { readonly kind: "eq" | "starts-with"; readonly field: string; readonly value: string }
  | ({ readonly kind: "content-length-range" } & SizeRange);

export interface PostPolicy {
  readonly expiration: Date;
  readonly conditions: readonly Condition[];
}

/** What one post may carry on S3. */
export const largestObject = 5 * 1024 ** 3;

const fieldName = z.string().transform((name) => name.toLowerCase());
const bound = z.int().min(0);
const exact = z
  .record(z.string(), z.string())
  .refine((condition) => Object.keys(condition).length === 1)
  .transform((condition): Condition => {
    const [[field, value] = ["", ""]] = Object.entries(condition);
    return { kind: "eq", field: field.toLowerCase(), value };
  });
const matching = z
  .tuple([z.enum(["eq", "starts-with"]), fieldName.refine((name) => name.startsWith("$")), z.string()])
  .transform(([kind, field, value]): Condition => ({ kind, field: field.slice(1), value }));
const sized = z
  .tuple([z.literal("content-length-range"), bound, bound])
  .transform(([kind, least, most]): Condition => ({ kind, least, most }));
const policy = z.object({
  expiration: z.iso.datetime().transform((text) => new Date(text)),
  conditions: z.array(z.union([exact, matching, sized])),
});

/** Reads a policy. @param text in base64 @throws PostRefused InvalidPolicyDocument */
export function readPolicy(text: string): PostPolicy {
  const read = policy.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new PostRefused("InvalidPolicyDocument", "The policy cannot be read.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64").toString());
  } catch {
    return undefined;
  }
}

/**
 * Checks a form against the policy that it came with: not expired, every condition met, every field foreseen.
 * @returns how many bytes the file may have
 * @throws PostRefused AccessDenied
 */
export function checkPolicy({ expiration, conditions }: PostPolicy, fields: Fields, now: Date): SizeRange {
  if (expiration.getTime() <= now.getTime()) throw denied("Policy expired.");
  let range: SizeRange = { least: 0, most: largestObject };
  const covered = new Set<string>();
  for (const condition of conditions) {
    if (condition.kind === "content-length-range") {
      const { least, most } = condition;
      range = { least: Math.max(least, range.least), most: Math.min(most, range.most) };
    } else {
      if (!isMet(condition, fields)) throw denied("Policy condition failed.");
      covered.add(condition.field);
    }
  }
  for (const name of fields.keys()) if (!covered.has(name) && !isFree(name)) throw denied("Extra input fields.");
  return range;
}

function isMet({ kind, field, value }: Exclude<Condition, SizeRange>, fields: Fields): boolean {
  const given = fields.get(field) ?? "";
  if (kind === "eq") return given === value;
  // One field may list several media types; each has to begin as demanded.
  if (field === "content-type") return given.split(",").every((type) => type.trim().startsWith(value));
  return given.startsWith(value);
}

/** Fields that a policy need not speak of. */
function isFree(name: string): boolean {
  return name === "policy" || name === "x-amz-signature" || name === "file" || name.startsWith("x-ignore-");
}

function denied(reason: string): PostRefused {
  return new PostRefused("AccessDenied", `Invalid according to Policy: ${reason}`);
}
