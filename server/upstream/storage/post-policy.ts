/**
 * POST policies of S3:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

export type Fields = ReadonlyMap<string, string>;

export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

type Condition =
  | { readonly kind: "eq" | "starts-with"; readonly field: string; readonly value: string }
  | ({ readonly kind: "content-length-range" } & SizeRange);

interface PostPolicy {
  readonly expiration: Date;
  readonly conditions: readonly Condition[];
}

/** S3's limit. */
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

/** @param text base64 @throws PostRefused InvalidPolicyDocument */
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

/** Not expired, all conditions met, no other fields. @returns the file's size @throws PostRefused AccessDenied */
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
  // A field may list media types; each has to match.
  if (field === "content-type") return given.split(",").every((type) => type.trim().startsWith(value));
  return given.startsWith(value);
}

function isFree(name: string): boolean {
  return name === "policy" || name === "x-amz-signature" || name === "file" || name.startsWith("x-ignore-");
}

function denied(reason: string): PostRefused {
  return new PostRefused("AccessDenied", `Invalid according to Policy: ${reason}`);
}

/** Refusals with S3's codes and form. */

type RefusalCode =
  | "AccessDenied"
  | "SignatureDoesNotMatch"
  | "InvalidPolicyDocument"
  | "MalformedPOSTRequest"
  | "EntityTooLarge"
  | "EntityTooSmall"
  | "PreconditionFailed"
  | "NoSuchBucket"
  | "MethodNotAllowed"
  | "InternalError";

const statuses: Readonly<Record<RefusalCode, number>> = {
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  InvalidPolicyDocument: 400,
  MalformedPOSTRequest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  PreconditionFailed: 412,
  NoSuchBucket: 404,
  MethodNotAllowed: 405,
  InternalError: 500,
};

export class PostRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = "PostRefused";
    this.code = code;
  }
}

/** Without anything that was sent. */
export function answerRefusal({ code, message }: PostRefused): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const headers = { "Content-Type": "application/xml", "Cache-Control": "no-store" };
  return new Response(body, { status: statuses[code], headers });
}

interface VerifiedPost {
  readonly key: string;
  readonly range: SizeRange;
}

/** S3's limit, in bytes. */
const longestKey = 1024;

/** Checks in S3's order: signature, expiration, conditions, fields. @param bucket of the URL @throws PostRefused */
export function verifyPost(fields: Fields, bucket: string, signer: Signer, now: Date): VerifiedPost {
  const policy = checkSignature(fields, signer);
  const named = fields.get("bucket") ?? bucket;
  if (named !== bucket) throw new PostRefused("AccessDenied", "The form names another bucket.");
  const range = checkPolicy(readPolicy(policy), new Map([...fields, ["bucket", bucket]]), now);
  const key = fields.get("key") ?? "";
  if (key === "") throw new PostRefused("MalformedPOSTRequest", "The form needs a field named key.");
  if (Buffer.byteLength(key) > longestKey) throw new PostRefused("MalformedPOSTRequest", "The key is too long.");
  return { key, range };
}

function checkSignature(fields: Fields, signer: Signer): string {
  const [policy, given, date, credential, method] = [
    "policy",
    "x-amz-signature",
    "x-amz-date",
    "x-amz-credential",
    "x-amz-algorithm",
  ].map((name) => fields.get(name) ?? "");
  if (!policy || !given || !date || !credential) throw new PostRefused("AccessDenied", "The post is not signed.");
  if (method !== algorithm) throw new PostRefused("AccessDenied", "The post is signed by another method.");
  const [day] = /^\d{8}(?=T\d{6}Z$)/.exec(date) ?? [];
  if (day === undefined || credential !== credentialOf(signer, day)) {
    throw new PostRefused("AccessDenied", "The credential is not known here.");
  }
  if (!isSameSignature(given, signPolicy(signer, day, policy))) {
    throw new PostRefused("SignatureDoesNotMatch", "The signature does not match the policy.");
  }
  return policy;
}

export const algorithm = "AWS4-HMAC-SHA256";

export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Key, day and purpose of a signature. @param day as in "20151229" */
export function credentialOf({ accessKeyId, region }: Signer, day: string): string {
  return `${accessKeyId}/${day}/${region}/s3/aws4_request`;
}

/** In hexadecimal. @param policy in base64 */
export function signPolicy({ secretAccessKey, region }: Signer, day: string, policy: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, policy).toString("hex");
}

/** In constant time. */
export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
