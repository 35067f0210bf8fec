import { checkPolicy, type Fields, readPolicy, type SizeRange } from "./post-policy.ts";
import { PostRefused } from "./post-refusal.ts";
import { algorithm, credentialOf, isSameSignature, type Signer, signPolicy } from "./signature.ts";

/** A form that may be stored. */
export interface VerifiedPost {
  readonly key: string;
  readonly range: SizeRange;
}

/** What a key may take on S3, in bytes. */
const longestKey = 1024;

/**
 * Verifies a post in the order of S3: whose signature over the policy it is, then expiration, conditions and fields.
 * @param bucket the one that the URL names; conditions on it are held against that
 * @throws PostRefused
 */
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

/** Gives the policy once it is known whose it is. */
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
