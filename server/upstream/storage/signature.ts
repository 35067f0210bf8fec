/**
 * Signature Version 4 of a POST policy, as Amazon publishes it under "Authenticating Requests in Browser-Based Uploads
 * Using POST": https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export const algorithm = "AWS4-HMAC-SHA256";

/** Who signs. */
export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** The text that names key, day and purpose of a signature. @param day as in "20151229" */
export function credentialOf({ accessKeyId, region }: Signer, day: string): string {
  return `${accessKeyId}/${day}/${region}/s3/aws4_request`;
}

/** Gives the signature of a policy as hexadecimal text. @param policy in base64, as it is sent */
export function signPolicy({ secretAccessKey, region }: Signer, day: string, policy: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, policy).toString("hex");
}

/** Whether two signatures are the same; how long the answer takes says nothing about where they differ. */
export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
