import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";

function logLines(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog("debug", { write: (line) => void lines.push(line) }));
  return lines;
}

test("lines are JSON with a time and a level in words", () => {
  const [line = ""] = logLines((log) => log.info({ port: 3000 }, "Listening"));
  expect(JSON.parse(line)).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    port: 3000,
    msg: "Listening",
  });
});

test("secrets in a log line are censored, at the top and one level down", () => {
  const secret = "canary-7c1d";
  const names = ["authorization", "cookie", "password", "token", "secret", "apiKey", "databaseUrl", "sessionSecrets"];
  const secrets = Object.fromEntries(names.map((name) => [name, secret]));
  const lines = logLines((log) => log.warn({ ...secrets, nested: secrets, headers: { accept: secret } }, "careless"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("[hidden]");
  expect(lines[0]).not.toContain(secret);
});

test("an error is logged with its kind, message, place and causes", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  const [line = ""] = logLines((log) => log.error({ err: new TypeError("fetch failed", { cause }) }, "no upstream"));
  expect(JSON.parse(line).err).toMatchObject({
    type: "TypeError",
    message: "fetch failed",
    stack: expect.stringContaining("log.test.ts"),
    cause: { type: "Error", message: "connect ECONNREFUSED", code: "ECONNREFUSED", syscall: "connect" },
  });
});

test("parameters of a failed query are not logged", () => {
  const secret = "maya@client.example";
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    constraint: "people_email",
    detail: `Key (email)=(${secret}) already exists.`,
  });
  const error = new Error(`Failed query: insert into "people" values ($1)\nparams: ${secret}`, { cause });
  const [line = ""] = logLines((log) => log.error({ err: error }, "not written"));
  expect(line).not.toContain(secret);
  expect(JSON.parse(line).err).toMatchObject({
    message: 'Failed query: insert into "people" values ($1)',
    cause: { code: "23505", constraint: "people_email" },
  });
});

test("a cause that is not an Error is logged by its text", () => {
  const cause = { status: 422, code: "no_such_input", errorId: "e-1", pointers: ["/data/x"], body: "canary-7c1d" };
  const [line = ""] = logLines((log) => log.error({ err: new Error("Failed to fetch data", { cause }) }, "refused"));
  expect(JSON.parse(line).err.cause).toEqual({
    type: "Object",
    status: 422,
    code: "no_such_input",
    errorId: "e-1",
    pointers: ["/data/x"],
  });
});

test("an answer that was thrown, as a refusal, is logged with its status and sentence, and without what was typed", () => {
  const refused = { refused: "You don't have permission to create clients.", fields: [["name", "Maya Okafor"]] };
  const answer = Object.assign(Object.create({ constructor: class Answer {} }), {
    data: refused,
    init: { status: 403 },
  });
  const [line = ""] = logLines((log) => log.error({ err: answer }, "A part of a page failed"));
  expect(JSON.parse(line).err).toEqual({ type: "Answer", status: 403, message: refused.refused });
  const [odd = ""] = logLines((log) => log.error({ err: {} }, "odd"));
  expect(JSON.parse(odd).err).toEqual({ type: "Object" });
});

test.each([
  ["nothing", undefined, { message: "undefined was thrown" }],
  ["null", null, { message: "null" }],
  ["a text", "no", { message: "no" }],
  ["an answer", new Response("", { status: 503 }), { status: 503 }],
  [
    "data with a status",
    { type: "data", data: { typed: "canary-7c1d" }, init: { status: 503 } },
    { status: 503, type: "Object" },
  ],
  ["an object", { body: "canary-7c1d" }, { type: "Object" }],
  ["an object of no class", Object.create(null), { type: "object" }],
])("%s that was thrown is said", (_name, err, said) => {
  const [line = ""] = logLines((log) => log.error({ err }, "A page failed"));
  expect(JSON.parse(line).err).toMatchObject(said);
  expect(line).not.toContain("canary-7c1d");
});
