import { expect, test } from "vitest";
import {
  credentialOf,
  isSameSignature,
  PostRefused,
  signPolicy,
  verifyPost,
} from "#server/upstream/storage/post-policy.ts";

/**
 * "Example: Browser-Based Upload using HTTP POST (Using AWS Signature Version 4)" of the S3 documentation: its keys, its
 * policy, and the base64 and the signature that are printed for it.
 */
const example = {
  signer: {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
  },
  bucket: "sigv4examplebucket",
  policy: `{ "expiration": "2015-12-30T12:00:00.000Z",
  "conditions": [
    {"bucket": "sigv4examplebucket"},
    ["starts-with", "$key", "user/user1/"],
    {"acl": "public-read"},
    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},
    ["starts-with", "$Content-Type", "image/"],
    {"x-amz-meta-uuid": "14365123651274"},
    {"x-amz-server-side-encryption": "AES256"},
    ["starts-with", "$x-amz-meta-tag", ""],

    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},
    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},
    {"x-amz-date": "20151229T000000Z" }
  ]
}`.replaceAll("\n", "\r\n"),
  base64:
    "eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9",
  signature: "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e",
};
const at = new Date("2015-12-29T08:00:00Z");

const form = new Map([
  ["key", "user/user1/portrait.jpg"],
  ["acl", "public-read"],
  ["success_action_redirect", "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"],
  ["content-type", "image/jpeg"],
  ["x-amz-meta-uuid", "14365123651274"],
  ["x-amz-server-side-encryption", "AES256"],
  ["x-amz-credential", "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"],
  ["x-amz-algorithm", "AWS4-HMAC-SHA256"],
  ["x-amz-date", "20151229T000000Z"],
  ["x-amz-meta-tag", ""],
  ["policy", example.base64],
  ["x-amz-signature", example.signature],
]);

function refusalOf(fields: ReadonlyMap<string, string>, now = at, signer = example.signer): string {
  try {
    verifyPost(fields, example.bucket, signer, now);
    return "";
  } catch (error) {
    if (error instanceof PostRefused) return error.code;
    throw error;
  }
}

test("Amazon's sample policy gets Amazon's sample signature", () => {
  expect(Buffer.from(example.policy).toString("base64")).toBe(example.base64);
  expect(signPolicy(example.signer, "20151229", example.base64)).toBe(example.signature);
  expect(credentialOf(example.signer, "20151229")).toBe(form.get("x-amz-credential"));
});

test("the sample form is taken for its key, with as many bytes as a post may have", () => {
  const post = verifyPost(form, example.bucket, example.signer, at);
  expect(post).toEqual({ key: "user/user1/portrait.jpg", range: { least: 0, most: 5 * 1024 ** 3 } });
});

test("it ends with its expiration", () => {
  expect(refusalOf(form, new Date("2015-12-30T11:59:59.999Z"))).toBe("");
  expect(refusalOf(form, new Date("2015-12-30T12:00:00Z"))).toBe("AccessDenied");
});

test("every single character of the signature counts, and so do its case and length", () => {
  for (let index = 0; index < example.signature.length; index += 1) {
    const other = example.signature[index] === "0" ? "1" : "0";
    const forged = example.signature.slice(0, index) + other + example.signature.slice(index + 1);
    expect(refusalOf(new Map([...form, ["x-amz-signature", forged]]))).toBe("SignatureDoesNotMatch");
  }
  for (const forged of [example.signature.slice(1), `${example.signature}0`, example.signature.toUpperCase()]) {
    expect(refusalOf(new Map([...form, ["x-amz-signature", forged]]))).toBe("SignatureDoesNotMatch");
  }
  expect(isSameSignature("ab", "ab")).toBe(true);
});

test("the signature is checked before the expiration and the conditions", () => {
  const forged = new Map([...form, ["x-amz-signature", "0".repeat(64)], ["key", "elsewhere"]]);
  expect(refusalOf(forged, new Date("2030-01-01T00:00:00Z"))).toBe("SignatureDoesNotMatch");
});

test.each([
  ["x-amz-credential", "AKIAIOSFODNN7EXAMPLE/20151228/us-east-1/s3/aws4_request"],
  ["x-amz-credential", "AKIAIOSFODNN7EXAMPLE/20151229/eu-west-1/s3/aws4_request"],
  ["x-amz-credential", "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/iam/aws4_request"],
  ["x-amz-credential", "SOMEBODYELSE/20151229/us-east-1/s3/aws4_request"],
  ["x-amz-date", "20151230T000000Z"],
  ["x-amz-date", "20151229"],
  ["x-amz-algorithm", "AWS4-HMAC-SHA1"],
  ["x-amz-algorithm", ""],
  ["x-amz-signature", ""],
  ["policy", ""],
])("with %s as %j it is not looked at any further", (name, value) => {
  expect(refusalOf(new Map([...form, [name, value]]))).toBe("AccessDenied");
});

test("another secret signs otherwise", () => {
  expect(refusalOf(form, at, { ...example.signer, secretAccessKey: "another" })).toBe("SignatureDoesNotMatch");
});
