import { expect, test } from "vitest";
import { checkPolicy, PostRefused, readPolicy, type SizeRange } from "#server/upstream/storage/post-policy.ts";

const now = new Date("2026-03-01T12:00:00Z");
const expiration = "2026-03-01T12:15:00.000Z";

function encoded(policy: unknown): string {
  return Buffer.from(typeof policy === "string" ? policy : JSON.stringify(policy)).toString("base64");
}

/** The range that a form gets, or the code of its refusal. */
function outcome(conditions: unknown, fields: Record<string, string> = {}): SizeRange | string {
  try {
    return checkPolicy(readPolicy(encoded({ expiration, conditions })), new Map(Object.entries(fields)), now);
  } catch (error) {
    if (error instanceof PostRefused) return error.code;
    throw error;
  }
}

const anySize = { least: 0, most: 5_368_709_120 };

test.for<[string, unknown, Record<string, string>, SizeRange | string]>([
  ["an exact value", [{ key: "a" }], { key: "a" }, anySize],
  ["another value", [{ key: "a" }], { key: "b" }, "AccessDenied"],
  ["a longer value", [{ key: "a" }], { key: "ab" }, "AccessDenied"],
  ["a missing field", [{ key: "a" }], {}, "AccessDenied"],
  ["an eq", [["eq", "$key", "a"]], { key: "a" }, anySize],
  ["an eq that differs", [["eq", "$key", "a"]], { key: "A" }, "AccessDenied"],
  ["a beginning", [["starts-with", "$key", "user/"]], { key: "user/1" }, anySize],
  ["the beginning alone", [["starts-with", "$key", "user/"]], { key: "user/" }, anySize],
  ["another beginning", [["starts-with", "$key", "user/"]], { key: "use" }, "AccessDenied"],
  ["any value", [["starts-with", "$key", ""]], { key: "what you like" }, anySize],
  ["a name in another case", [["eq", "$KEY", "a"]], { key: "a" }, anySize],
  ["an exact name in another case", [{ "Content-Type": "image/png" }], { "content-type": "image/png" }, anySize],
  ["one media type", [["starts-with", "$Content-Type", "image/"]], { "content-type": "image/png" }, anySize],
  [
    "several media types",
    [["starts-with", "$Content-Type", "image/"]],
    { "content-type": "image/png, image/gif" },
    anySize,
  ],
  [
    "a wrong one among several",
    [["starts-with", "$Content-Type", "image/"]],
    { "content-type": "image/png,text/html" },
    "AccessDenied",
  ],
  ["two conditions on one field", [["starts-with", "$key", "a"], { key: "ab" }], { key: "ab" }, anySize],
  ["one of two failing", [["starts-with", "$key", "b"], { key: "ab" }], { key: "ab" }, "AccessDenied"],
  ["a range of sizes", [["content-length-range", 5, 10]], {}, { least: 5, most: 10 }],
  [
    "two ranges of sizes",
    [
      ["content-length-range", 5, 10],
      ["content-length-range", 0, 7],
    ],
    {},
    { least: 5, most: 7 },
  ],
  ["a field that no condition speaks of", [{ key: "a" }], { key: "a", acl: "public-read" }, "AccessDenied"],
  [
    "fields that need none",
    [{ key: "a" }],
    { key: "a", policy: "p", "x-amz-signature": "s", file: "f", "x-ignore-this": "x" },
    anySize,
  ],
  ["a name that only looks free", [{ key: "a" }], { key: "a", "x-ignore": "x" }, "AccessDenied"],
])("%s", ([, conditions, fields, expected]) => {
  expect(outcome(conditions, fields)).toEqual(expected);
});

test.each([
  "not JSON",
  "null",
  "[]",
  JSON.stringify({ conditions: [] }),
  JSON.stringify({ expiration }),
  JSON.stringify({ expiration: "tomorrow", conditions: [] }),
  JSON.stringify({ expiration: "2026-03-01", conditions: [] }),
  JSON.stringify({ expiration: "2026-03-01T12:15:00+02:00", conditions: [] }),
  JSON.stringify({ expiration, conditions: {} }),
  JSON.stringify({ expiration, conditions: ["key"] }),
  JSON.stringify({ expiration, conditions: [{}] }),
  JSON.stringify({ expiration, conditions: [{ key: "a", acl: "b" }] }),
  JSON.stringify({ expiration, conditions: [{ key: 1 }] }),
  JSON.stringify({ expiration, conditions: [["eq", "key", "a"]] }),
  JSON.stringify({ expiration, conditions: [["ends-with", "$key", "a"]] }),
  JSON.stringify({ expiration, conditions: [["eq", "$key"]] }),
  JSON.stringify({ expiration, conditions: [["content-length-range", "0", "10"]] }),
  JSON.stringify({ expiration, conditions: [["content-length-range", -1, 10]] }),
  JSON.stringify({ expiration, conditions: [["content-length-range", 0]] }),
])("the policy %s is none", (text) => {
  expect(() => readPolicy(encoded(text))).toThrow(expect.objectContaining({ code: "InvalidPolicyDocument" }));
});
