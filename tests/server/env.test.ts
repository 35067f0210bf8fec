import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ash, latchkey } from "#app/json-api/service.ts";
import { findMisspelled, readEnv, settings } from "#server/env.ts";
import { StartRefused } from "#server/start-refused.ts";

test("the defaults are a demo on this machine with everything embedded", () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicOrigin: "http://localhost:3000",
    secure: false,
    dataDir: resolve(".data"),
    spoolDir: resolve(".data/spool"),
    databaseUrl: undefined,
    sessionSecrets: undefined,
    apiUrl: undefined,
    apiWorkspaceHeader: "x-workspace-id",
    apiService: latchkey,
    apiIdentity: "api",
    apiWorkspaceId: null,
    registration: "open",
    storage: null,
    languageModel: null,
    smtpUrl: undefined,
    demo: true,
    addressLimits: true,
    logLevel: "info",
  });
});

test("an empty setting counts as unset", () => {
  const empty = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, ""]));
  expect(readEnv(empty)).toEqual(readEnv({}));
});

test("every setting has a description", () => {
  const unsaid = Object.entries(settings.shape).filter(([, schema]) => !schema.description);
  expect(unsaid).toEqual([]);
});

test("the public origin follows the port and is normalized", () => {
  expect(readEnv({ PORT: "41000" }).publicOrigin).toBe("http://localhost:41000");
  expect(readEnv({ PUBLIC_ORIGIN: "https://Agents.Example:443/" })).toMatchObject({
    publicOrigin: "https://agents.example",
    secure: true,
    mailFrom: "Latchkey <no-reply@agents.example>",
  });
});

test("the demo is on by default on this machine only", () => {
  expect(readEnv({ PUBLIC_ORIGIN: "https://agents.example" }).demo).toBe(false);
  expect(readEnv({ PUBLIC_ORIGIN: "https://agents.example", DEMO: "on" }).demo).toBe(true);
  expect(readEnv({ DEMO: "off" }).demo).toBe(false);
  expect(readEnv({ DEMO: "large" })).toMatchObject({ demo: true, largeDemo: true });
  expect(readEnv({ DEMO: "on" }).largeDemo).toBe(false);
});

test("beside an API there is no demo: its accounts have known passwords", () => {
  const api = { API_URL: "https://api.example/api" };
  for (const DEMO of ["on", "large", ""])
    for (const API_IDENTITY of ["api", "embedded"])
      expect(readEnv({ ...api, DEMO, API_IDENTITY })).toMatchObject({ demo: false, largeDemo: false });
});

test("whoever may reach an API's records is invited, never just registered", () => {
  const embedded = { API_URL: "https://api.example/api", API_IDENTITY: "embedded" };
  expect(readEnv(embedded).registration).toBe("invited");
  expect(readEnv({ ...embedded, REGISTRATION: "closed" }).registration).toBe("closed");
  const refusal = /^The setting REGISTRATION must be invited or closed with API_URL[^.]*\.$/;
  expect(() => readEnv({ ...embedded, REGISTRATION: "open" })).toThrow(refusal);
  expect(() => readEnv({ API_URL: embedded.API_URL, REGISTRATION: "open" })).toThrow(refusal);
});

test("people register where Latchkey keeps the records, unless told otherwise, and where the API itself decides", () => {
  expect(readEnv({ REGISTRATION: "open" }).registration).toBe("open");
  expect(readEnv({ REGISTRATION: "invited" }).registration).toBe("invited");
  expect(readEnv({ API_URL: "https://api.example/api" }).registration).toBe("open");
});

test("replies by email are taken where a domain and a port are set, and by the service inside Latchkey alone", () => {
  expect(readEnv({})).toMatchObject({ replies: null, inboundMail: null });
  const domain = { REPLY_DOMAIN: "Reply.Agents.Example" };
  expect(readEnv(domain)).toMatchObject({
    replies: { domain: "reply.agents.example", authservId: null },
    inboundMail: null,
  });
  const all = {
    ...domain,
    INBOUND_SMTP_PORT: "2525",
    INBOUND_SMTP_PROTOCOL: "lmtp",
    INBOUND_AUTHSERV_ID: "mx.agents.example",
  };
  expect(readEnv(all)).toMatchObject({
    replies: { authservId: "mx.agents.example" },
    inboundMail: { port: 2525, host: "127.0.0.1", protocol: "lmtp" },
  });
  expect(() => readEnv({ INBOUND_SMTP_PORT: "2525" })).toThrow("REPLY_DOMAIN must be set");
  expect(() => readEnv({ ...all, API_URL: "https://api.example/api" })).toThrow(
    "INBOUND_SMTP_PORT must be unset with API_URL",
  );
  expect(() => readEnv({ REPLY_DOMAIN: "not a domain" })).toThrow("REPLY_DOMAIN must be the name of a domain");
});

test("API_WORKSPACE_ID is sent in a header", () => {
  const api = { API_URL: "https://api.example/api" };
  expect(readEnv({ ...api, API_WORKSPACE_ID: "tenant-7" }).apiWorkspaceId).toBe("tenant-7");
});

test.each([
  "http://localhost:8080",
  "http://app.localhost",
  "http://127.0.0.1:3000",
  "http://127.9.9.9",
  "http://[::1]:3000",
])("%s is this machine and may be plain http", (origin) => {
  expect(readEnv({ PUBLIC_ORIGIN: origin })).toMatchObject({ publicOrigin: origin, secure: false });
});

test.each(["http://agents.example", "http://192.168.0.7:3000", "http://localhost.example", "http://127.example"])(
  "%s is refused: passwords would be readable on the way",
  (origin) => {
    expect(() => readEnv({ PUBLIC_ORIGIN: origin })).toThrow(/^The setting PUBLIC_ORIGIN must begin with https:/);
  },
);

test("an API is taken for AshJsonApi unless a description is named", () => {
  const api = { API_URL: "https://api.example/v1/api/" };
  expect(readEnv(api)).toMatchObject({ apiUrl: "https://api.example/v1/api", apiService: ash });
  expect(readEnv({ ...api, API_SERVICE: "latchkey" }).apiService).toBe(latchkey);
  const file = join(mkdtempSync(join(tmpdir(), "latchkey-service-")), "service.json");
  const { isWhole: _isWhole, ...described } = ash;
  writeFileSync(file, JSON.stringify({ ...described, keys: true }));
  expect(readEnv({ ...api, API_SERVICE: file }).apiService).toEqual({ ...ash, keys: true });
  writeFileSync(file, JSON.stringify({ ...described, kys: true }));
  expect(() => readEnv({ ...api, API_SERVICE: file })).toThrow("That file says something wrong at");
  writeFileSync(file, "{");
  expect(() => readEnv({ ...api, API_SERVICE: file })).toThrow("That file is no JSON");
  expect(() => readEnv({ ...api, API_SERVICE: `${file}x` })).toThrow("That file cannot be read");
});

test.each(["API_ATTRIBUTE_CASE", "API_IDEMPOTENCY"])("%s is refused with the name that took its place", (name) => {
  expect(() => readEnv({ API_URL: "https://api.example", [name]: "on" })).toThrow(
    `The setting ${name} is gone: API_SERVICE took its place.`,
  );
});

test("SESSION_SECRETS is a list, newest first", () => {
  const [newer, older] = ["n".repeat(32), "o".repeat(40)];
  expect(readEnv({ SESSION_SECRETS: `${newer}, ${older}` }).sessionSecrets).toEqual([newer, older]);
});

const keys = { STORAGE_ACCESS_KEY_ID: "key", STORAGE_SECRET_ACCESS_KEY: "hidden-value" };

test("a bucket is in the path at a store of one's own and in the host name at Amazon", () => {
  const own = readEnv({ ...keys, STORAGE_BUCKET: "files", STORAGE_ENDPOINT: "http://storage:9000" });
  expect(own.storage).toEqual({
    endpoint: "http://storage:9000",
    region: "us-east-1",
    bucket: "files",
    accessKeyId: "key",
    secretAccessKey: "hidden-value",
    pathStyle: true,
  });
  expect(readEnv({ ...keys, STORAGE_BUCKET: "files" }).storage).toMatchObject({
    endpoint: undefined,
    pathStyle: false,
  });
  expect(readEnv({ ...keys, STORAGE_BUCKET: "files", STORAGE_PATH_STYLE: "on" }).storage?.pathStyle).toBe(true);
});

test.each([
  ["STORAGE_BUCKET", { ...keys }],
  ["STORAGE_BUCKET", { STORAGE_ENDPOINT: "http://storage:9000" }],
  ["STORAGE_ACCESS_KEY_ID", { STORAGE_BUCKET: "files", STORAGE_SECRET_ACCESS_KEY: "hidden-value" }],
  ["STORAGE_SECRET_ACCESS_KEY", { STORAGE_BUCKET: "files", STORAGE_ACCESS_KEY_ID: "key" }],
])("a store without its %s is refused at the start", (name, given) => {
  expect(() => readEnv(given)).toThrow(new RegExp(`^The setting ${name} must be set [^.]*\\.$`));
});

test("an AI provider has an address, a model and maybe a key", () => {
  const provider = { AI_BASE_URL: "https://ai.example/v1/", AI_MODEL: "small-model" };
  const settings = { baseUrl: "https://ai.example/v1", model: "small-model" };
  expect(readEnv(provider).languageModel).toEqual({ ...settings, apiKey: null });
  expect(readEnv({ ...provider, AI_API_KEY: "hidden" }).languageModel).toEqual({ ...settings, apiKey: "hidden" });
});

test.each([
  ["AI_BASE_URL", { AI_API_KEY: "hidden-value" }],
  ["AI_BASE_URL", { AI_MODEL: "small-model" }],
  ["AI_MODEL", { AI_BASE_URL: "https://ai.example/v1", AI_API_KEY: "hidden-value" }],
])("an AI provider without its %s is refused at the start", (name, given) => {
  expect(() => readEnv(given)).toThrow(new RegExp(`^The setting ${name} must be set [^.]*\\.$`));
});

test("a map service has a template of addresses, and maybe words for below its maps", () => {
  const url = "https://maps.example/static?q={address}&size={width}x{height}&key=hidden";
  expect(readEnv({ MAP_URL: url }).maps).toEqual({ url, attribution: null });
  expect(readEnv({ MAP_URL: url, MAP_ATTRIBUTION: "© Maps" }).maps).toEqual({ url, attribution: "© Maps" });
  expect(readEnv({}).maps).toBeNull();
  expect(() => readEnv({ MAP_ATTRIBUTION: "© Maps" })).toThrow(/^The setting MAP_URL must be set [^.]*\.$/);
});

describe("an invalid setting ends the start with one sentence that names it and hides its value", () => {
  test.each([
    ["PORT", "0"],
    ["MAP_URL", "https://maps.example/static"],
    ["MAP_URL", "https://{address}/static"],
    ["MAP_URL", "https://maps.example:{width}/{address}"],
    ["MAP_URL", "https://someone:hidden-value@maps.example/{address}"],
    ["MAP_URL", "file:///{address}"],
    ["MAP_URL", "maps.example/{address}"],
    ["PORT", "65536"],
    ["PORT", "3e3"],
    ["PUBLIC_ORIGIN", "agents.example"],
    ["PUBLIC_ORIGIN", "https://agents.example/app"],
    ["PUBLIC_ORIGIN", "https://someone@agents.example"],
    ["PUBLIC_ORIGIN", "javascript:alert(1)"],
    ["DATABASE_URL", "mysql://someone:hidden-value@db.example/x"],
    ["SESSION_SECRETS", "hidden-value"],
    ["SESSION_SECRETS", `${"s".repeat(32)},hidden-value`],
    ["API_URL", "ftp://api.example"],
    ["API_KEY_HEADER", "x api key"],
    ["API_IDENTITY", "both"],
    ["API_WORKSPACE_ID", "hidden-value\r\nX-Other: 1"],
    ["REGISTRATION", "everyone"],
    ["STORAGE_BUCKET", "Not A Bucket"],
    ["STORAGE_ENDPOINT", "storage:9000"],
    ["STORAGE_PATH_STYLE", "yes"],
    ["AI_BASE_URL", "ai.example"],
    ["SMTP_URL", "https://mail.example"],
    ["SUPPORT_EMAIL", "nobody"],
    ["DEMO", "true"],
    ["ADDRESS_LIMITS", "no"],
    ["LOG_LEVEL", "loud"],
  ])("%s=%s", (name, value) => {
    let refusal: unknown;
    try {
      readEnv({ [name]: value });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(String(refusal)).toMatch(new RegExp(`^StartRefused: The setting ${name} must .*\\.$`));
    expect(String(refusal)).not.toContain("hidden-value");
  });
});

/** What people put into a variable by mistake, whatever it is for. */
const nonsense: Readonly<Record<string, string>> = {
  blanks: "  ",
  "a line too many": "hidden-value\nX-Other: 1",
  "a trailing blank": "hidden-value ",
  quotes: '"hidden-value"',
  "a script's word for none": "undefined",
  "a placeholder": "$HIDDEN_VALUE",
  "a whole file": "hidden-value".repeat(1_000),
  "a negative number": "-1",
  "an address with a port that is none": "https://hidden-value:99999/",
  "a picture": "\u{1f511}",
};

const everything = Object.keys(nonsense);
const [negative, badPort, picture] = everything.slice(-3);
/** What a setting may well be all the same: a key is whatever its maker chose, and a folder may have any name. */
const mayBe: Readonly<Record<string, readonly (string | undefined)[]>> = {
  ...Object.fromEntries(
    ["API_TOKEN", "API_KEY", "STORAGE_ACCESS_KEY_ID", "STORAGE_SECRET_ACCESS_KEY", "AI_API_KEY", "AI_MODEL"].map(
      (name) => [name, [negative, badPort]],
    ),
  ),
  ...Object.fromEntries(
    ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "API_WORKSPACE_ID"].map((name) => [name, [negative, badPort]]),
  ),
  ...Object.fromEntries(["MAP_ATTRIBUTION", "OIDC_NAME"].map((name) => [name, [negative, badPort, picture]])),
  ...Object.fromEntries(["DATA_DIR", "SPOOL_DIR"].map((name) => [name, [negative, picture]])),
  ...Object.fromEntries(["API_KEY_HEADER", "API_WORKSPACE_HEADER", "STORAGE_REGION"].map((name) => [name, [negative]])),
};

/** Settings with which each other one may stand. */
const company: Readonly<Record<string, string>> = {
  ...{
    DATABASE_URL: "postgres://db.example/x",
    API_URL: "https://api.example",
    API_KEY: "key",
    API_IDENTITY: "embedded",
    SMTP_URL: "smtp://mail.example",
  },
  ...{ STORAGE_BUCKET: "files", STORAGE_ACCESS_KEY_ID: "key", STORAGE_SECRET_ACCESS_KEY: "secret" },
  ...{ AI_BASE_URL: "https://ai.example", AI_MODEL: "small", MAP_URL: "https://maps.example/{address}" },
  ...{
    REPLY_DOMAIN: "reply.example",
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "s",
  },
};

describe("nonsense in a setting ends the start with one sentence that names it and hides its value", () => {
  test.each(Object.keys(settings.shape))("%s", (name) => {
    for (const [kind, value] of Object.entries(nonsense)) {
      const read = () => readEnv({ ...company, [name]: value });
      if (mayBe[name]?.includes(kind)) {
        expect(read, kind).not.toThrow();
        continue;
      }
      expect(read, kind).toThrow(StartRefused);
      expect(read, kind).toThrow(new RegExp(`^The setting ${name} must [^\n]*\\.$`));
      expect(read, kind).not.toThrow("idden-value");
    }
  });
});

test.each([
  ["SMTP_URL", "smtp://mail.example:99999", "must have a port from 1 to 65535"],
  ["SMTP_URL", "smtp://mail.example:0", "must have a port from 1 to 65535"],
  ["SMTP_URL", "smtp://:587", "must name a host"],
  ["SMTP_URL", "mail.example:587", "must begin with smtp:// or smtps://"],
  [
    "DATABASE_URL",
    "postgres://latchkey:a/b#c@db.example:5432/x",
    "must have %2F, %3F and %23 in place of /, ? and # in its password",
  ],
  ["DATABASE_URL", "postgres://db.example:port/x", "must have a port from 1 to 65535"],
  ["API_URL", "https://", "must name a host"],
  ["HOST", "http://localhost", "must be an address or a name of this machine, without http:// and without a port"],
  ["DATA_DIR", "~/latchkey", "must be a path that is written out: nothing puts a home folder in place of ~"],
  [
    "MAIL_FROM",
    "nobody",
    "must be an email address, or a name and the address, as in Agents <no-reply@agents.example>",
  ],
  [
    "MAIL_FROM",
    "Foo <bar>",
    "must be an email address, or a name and the address, as in Agents <no-reply@agents.example>",
  ],
  [
    "MAIL_FROM",
    "Smith, Ann <ann@agents.example>",
    "must be an email address, or a name and the address, as in Agents <no-reply@agents.example>",
  ],
])("%s=%s: the sentence says what is wrong", (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(`The setting ${name} ${sentence}.`);
});

test.each([
  ["MAIL_FROM", "no-reply@localhost"],
  ["MAIL_FROM", '"Smith, Ann" <ann@agents.example>'],
  ["MAIL_FROM", "Häuser & Söhne <post@xn--huser-gra.example>"],
  ["HOST", "::1"],
  ["HOST", "web_1"],
  ["DATABASE_URL", "postgres:///latchkey?host=/run/postgresql"],
  ["DATABASE_URL", "postgresql://latchkey:p%2Fw@[::1]:5432/latchkey"],
  ["SMTP_URL", "smtp://mail.example"],
])("%s=%s is taken", (name, value) => {
  expect(() => readEnv({ ...company, [name]: value })).not.toThrow();
});

test.each([
  ["API_TOKEN", "API_URL"],
  ["API_KEY", "API_URL"],
  ["API_IDENTITY", "API_URL"],
  ["API_KEY_HEADER", "API_KEY"],
  ["STORAGE_REGION", "STORAGE_BUCKET"],
  ["MAIL_FROM", "SMTP_URL"],
  ["INBOUND_AUTHSERV_ID", "REPLY_DOMAIN"],
])("%s alone is refused: somebody forgot %s", (name, partner) => {
  const value = name === "API_IDENTITY" ? "embedded" : name === "MAIL_FROM" ? "post@agents.example" : "x-y";
  expect(() => readEnv({ [name]: value })).toThrow(`The setting ${partner} must be set where ${name} is.`);
});

test("a name that is nearly a setting's is asked about, others are none of ours", () => {
  const near = {
    SMPT_URL: "SMTP_URL",
    SESSION_SECRET: "SESSION_SECRETS",
    DATABASE_URI: "DATABASE_URL",
    datadir: "DATA_DIR",
  };
  const others = {
    PATH: "",
    HOME: "",
    POST: "",
    PORTS: "",
    SMTP_HOST: "",
    DATABASE_NAME: "",
    API_URL: "",
    npm_config_url: "",
  };
  expect(findMisspelled({ ...near, ...others })).toEqual(
    Object.entries(near).map(([name, meant]) => `The setting ${name} is not known. Did you mean ${meant}?`),
  );
});
