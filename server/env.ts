import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ash, latchkey, readService, type Service } from "#app/json-api/service.ts";
import { type InboundMailSettings, inboundMailOf, inboundSettings, repliesOf } from "./inbound/settings.ts";
import { logLevels } from "./log.ts";
import { type OpenIdSettings, openIdOf, openIdSettings } from "./openid/settings.ts";
import { isMapTemplate, type MapSettings, mapSettingsOf } from "./pictures/map-settings.ts";
import {
  bucket,
  databaseAddress,
  folder,
  headerName,
  headerValue,
  host,
  hosts,
  isThisMachine,
  longToken,
  mailServer,
  onOff,
  origin,
  port,
  region,
  secrets,
  sender,
  slipIn,
  text,
  token,
  webAddress,
  workspaceId,
} from "./setting-values.ts";
import { StartRefused } from "./start-refused.ts";
import { type RegistrationMode, registrationModes } from "./upstream/identity/parts.ts";
import type { LanguageModelSettings } from "./upstream/language-model/language-model.ts";
import type { ReplySettings } from "./upstream/replies/replies.ts";
import type { S3Settings } from "./upstream/storage/s3-store.ts";

/**
 * Every setting: name, form, default and meaning. All are optional environment variables; empty counts as unset.
 * docs/operating.md says more.
 */
export const settings = z.object({
  PORT: port.default(3000).describe("TCP port to listen on"),
  HOST: host.default("127.0.0.1").describe("Address to listen on; 0.0.0.0 to be reached from other machines"),
  PUBLIC_ORIGIN: origin.optional().describe("Address in the browser's bar; unset: http://localhost:PORT"),
  DATA_DIR: folder.default(".data").describe("Folder for everything kept on this machine"),
  SPOOL_DIR: folder
    .optional()
    .describe("Folder for uploads under way, shared by all servers; unset: spool in DATA_DIR"),
  DATABASE_URL: databaseAddress.optional().describe("A PostgreSQL to use; unset: an embedded one in DATA_DIR"),
  DATABASE_DIRECT_URL: databaseAddress
    .optional()
    .describe("The same database past its pooler, for migrations; unset: DATABASE_URL"),
  SESSION_SECRETS: secrets
    .optional()
    .describe("Encrypt what is kept of sessions: the first encrypts, all decrypt; unset: made and kept in DATA_DIR"),
  API_URL: webAddress.optional().describe("Root of the JSON:API service to work on; unset: the embedded one"),
  API_TOKEN: token.optional().describe("Bearer token for an API that knows no sessions of its own"),
  API_KEY: headerValue.optional().describe("A key that the API wants with every call"),
  API_KEY_HEADER: headerName.default("x-api-key").describe("The header that carries API_KEY"),
  API_WORKSPACE_HEADER: headerName.default("x-workspace-id").describe("The header that carries the workspace's id"),
  API_SERVICE: text
    .default("ash")
    .describe("What the API is like: latchkey, ash, or the file that npm run check-api wrote"),
  API_IDENTITY: z
    .enum(["api", "embedded"])
    .default("api")
    .describe("Who knows people and workspaces: the API, or the embedded service beside it"),
  API_WORKSPACE_ID: workspaceId
    .optional()
    .describe("With API_IDENTITY=embedded: the API's id of the workspace that the first owner makes"),
  REGISTRATION: z
    .enum(registrationModes)
    .optional()
    .describe("Who may create an account and a workspace; unset: open, but invited with API_IDENTITY=embedded"),
  SUPPORT_EMAIL: z
    .email("must be an e-mail address")
    .default("support@latchkey.example")
    .describe("Shown for questions"),
  STORAGE_BUCKET: bucket.optional().describe("Bucket of an S3-compatible store for files; unset: DATA_DIR holds them"),
  STORAGE_ENDPOINT: webAddress.optional().describe("Address of that store; unset: Amazon's own"),
  STORAGE_REGION: region.default("us-east-1").describe("Region of that store"),
  STORAGE_ACCESS_KEY_ID: token.optional().describe("Key that may put, get and delete in STORAGE_BUCKET"),
  STORAGE_SECRET_ACCESS_KEY: token.optional().describe("The secret of that key"),
  STORAGE_PATH_STYLE: onOff
    .optional()
    .describe("Whether the bucket stands in the path, not the host name; unset: on with STORAGE_ENDPOINT"),
  AI_BASE_URL: webAddress
    .optional()
    .describe("Root of an OpenAI-compatible API for summaries; unset: they are the document's own sentences"),
  AI_API_KEY: headerValue.optional().describe("Key for that API, where it wants one"),
  AI_MODEL: token.optional().describe("Name of the model there"),
  MAP_URL: text
    .refine(isMapTemplate, "must be an address with http:// or https://, a fixed host, no password and {address} in it")
    .optional()
    .describe("Picture of a map, with {address}, {width}, {height} in the address; unset: pages link to a map"),
  MAP_ATTRIBUTION: text
    .max(500, "must be 500 characters at most")
    .optional()
    .describe("What the map service wants to be read below its maps"),
  SMTP_URL: mailServer.optional().describe("Mail server; unset: mails are kept, and shown at /outbox on the demo"),
  MAIL_FROM: sender.optional().describe("Sender of mails; unset: no-reply at PUBLIC_ORIGIN's host"),
  PUSH_LOCAL_HOSTS: hosts
    .optional()
    .describe("Host names of push services in your own network, with commas; unset: only those on the public internet"),
  ...inboundSettings,
  ...openIdSettings,
  DEMO: z
    .enum(["on", "large", "off"])
    .optional()
    .describe(
      "Demo with known passwords, large: with 1,500 clients; unset: on while PUBLIC_ORIGIN is this machine; off with API_URL",
    ),
  ADDRESS_LIMITS: onOff
    .default(true)
    .describe("Rate limits by network address; off behind a proxy that limits addresses itself"),
  METRICS_TOKEN: longToken
    .optional()
    .describe("Bearer token that reads figures at /metrics; unset: there is no such page"),
  LOG_LEVEL: z.enum(logLevels).default("info").describe("Least level that is logged"),
});

type Parsed = z.infer<typeof settings>;

export interface Env {
  readonly port: number;
  readonly host: string;
  readonly publicOrigin: string;
  /** False only for http on this machine. */
  readonly secure: boolean;
  readonly dataDir: string;
  readonly spoolDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  /** Undefined: read from `dataDir`. */
  readonly sessionSecrets: readonly string[] | undefined;
  readonly apiUrl: string | undefined;
  readonly apiToken: string | undefined;
  readonly apiKey: string | undefined;
  readonly apiKeyHeader: string;
  readonly apiWorkspaceHeader: string;
  readonly apiService: Service;
  readonly apiIdentity: "api" | "embedded";
  /** The API's id of the first workspace; null: named with the owner's invitation. */
  readonly apiWorkspaceId: string | null;
  readonly registration: RegistrationMode;
  /** Null: in `dataDir`. */
  readonly storage: S3Settings | null;
  readonly languageModel: LanguageModelSettings | null;
  readonly maps: MapSettings | null;
  readonly supportEmail: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Null: mails have no Reply-To. */
  readonly replies: ReplySettings | null;
  readonly inboundMail: InboundMailSettings | null;
  readonly openId: OpenIdSettings | null;
  readonly localPushHosts: readonly string[];
  readonly demo: boolean;
  readonly largeDemo: boolean;
  readonly addressLimits: boolean;
  readonly metricsToken: string | undefined;
  readonly logLevel: Parsed["LOG_LEVEL"];
}

/** @throws StartRefused with the first wrong setting, never with its value, which may be secret */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  for (const name of Object.keys(settings.shape)) {
    const slip = slipIn(given[name] ?? "unset");
    if (slip !== null) throw new StartRefused(`The setting ${name} ${slip}.`);
  }
  const { data, error } = settings.safeParse(given);
  if (error) {
    const [issue] = error.issues;
    throw new StartRefused(`The setting ${issue?.path[0]?.toString()} ${sentenceOf(issue)}.`);
  }
  refuseGone(given);
  refuseLonely(given);
  const publicOrigin = new URL(data.PUBLIC_ORIGIN ?? `http://localhost:${data.PORT}`);
  const local = isThisMachine(publicOrigin.hostname);
  if (publicOrigin.protocol === "http:" && !local)
    throw new StartRefused(
      "The setting PUBLIC_ORIGIN must begin with https:// unless it is this machine: over plain http every password and session could be read on the way.",
    );
  return {
    port: data.PORT,
    host: data.HOST,
    publicOrigin: publicOrigin.origin,
    secure: publicOrigin.protocol === "https:",
    dataDir: resolve(data.DATA_DIR),
    spoolDir: resolve(data.SPOOL_DIR ?? join(data.DATA_DIR, "spool")),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    sessionSecrets: data.SESSION_SECRETS,
    apiUrl: data.API_URL?.replace(/(?<!\/)\/+$/, ""),
    apiToken: data.API_TOKEN,
    apiKey: data.API_KEY,
    apiKeyHeader: data.API_KEY_HEADER.toLowerCase(),
    apiWorkspaceHeader: data.API_WORKSPACE_HEADER.toLowerCase(),
    apiService: data.API_URL === undefined ? latchkey : serviceOf(data.API_SERVICE),
    apiIdentity: data.API_IDENTITY,
    apiWorkspaceId: data.API_WORKSPACE_ID ?? null,
    registration: registrationOf(data),
    storage: storageOf(data),
    languageModel: languageModelOf(data),
    maps: mapSettingsOf(data.MAP_URL, data.MAP_ATTRIBUTION),
    supportEmail: data.SUPPORT_EMAIL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `Latchkey <no-reply@${publicOrigin.hostname}>`,
    replies: repliesOf(data),
    inboundMail: inboundMailOf(data),
    openId: openIdOf(data),
    localPushHosts: data.PUSH_LOCAL_HOSTS ?? [],
    ...demoOf(data, local),
    addressLimits: data.ADDRESS_LIMITS,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
  };
}

/** Settings of earlier releases, and what took their place. */
const gone: Readonly<Record<string, string>> = { API_ATTRIBUTE_CASE: "API_SERVICE", API_IDEMPOTENCY: "API_SERVICE" };

function refuseGone(given: Readonly<Record<string, string | undefined>>): void {
  for (const [name, successor] of Object.entries(gone))
    if (given[name] !== undefined)
      throw new StartRefused(`The setting ${name} is gone: ${successor} took its place. See docs/connecting.md.`);
}

/** @param named one that is built in, or a file @throws StartRefused for a file that cannot be read */
function serviceOf(named: string): Service {
  if (named === "latchkey") return latchkey;
  if (named === "ash") return ash;
  try {
    return readService(JSON.parse(readFileSync(named, "utf8")));
  } catch (error) {
    throw new StartRefused(
      `The setting API_SERVICE must be latchkey, ash or a description's file. That file ${reasonOfFile(error)}.`,
    );
  }
}

function reasonOfFile(error: unknown): string {
  if (error instanceof SyntaxError) return "is no JSON";
  if (!(error instanceof z.core.$ZodError)) return "cannot be read";
  const [issue] = error.issues;
  return `says something wrong at ${issue?.path.join(".") || "its top"}: ${issue?.message}`;
}

/** Settings that need another one, which somebody forgot or misspelled. */
const partners: readonly (readonly [setting: string, partner: string])[] = [
  ...["API_TOKEN", "API_KEY", "API_IDENTITY", "API_SERVICE", "API_WORKSPACE_HEADER"].map(
    (name) => [name, "API_URL"] as const,
  ),
  ["DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["API_WORKSPACE_ID", "API_URL"],
  ["API_KEY_HEADER", "API_KEY"],
  ["STORAGE_REGION", "STORAGE_BUCKET"],
  ["STORAGE_PATH_STYLE", "STORAGE_BUCKET"],
  ["MAIL_FROM", "SMTP_URL"],
  ["INBOUND_SMTP_HOST", "INBOUND_SMTP_PORT"],
  ["INBOUND_SMTP_PROTOCOL", "INBOUND_SMTP_PORT"],
  ["INBOUND_AUTHSERV_ID", "REPLY_DOMAIN"],
];

function refuseLonely(given: Readonly<Record<string, string | undefined>>): void {
  const usual: Readonly<Record<string, unknown>> = settings.parse({});
  for (const [name, partner] of partners) {
    if (given[name] === undefined || given[name] === usual[name] || given[partner] !== undefined) continue;
    throw new StartRefused(`The setting ${partner} must be set where ${name} is.`);
  }
}

/** @returns a sentence for each variable that looks like a misspelled setting */
export function findMisspelled(source: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(source).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((setting) => setting.length > shortestName && isSlipOf(name.toUpperCase(), setting));
    return meant === undefined ? [] : [`The setting ${name} is not known. Did you mean ${meant}?`];
  });
}

/** Shorter names are too near to other words. */
const shortestName = 5;

/** One letter differs, is missing or extra, or two are swapped. */
function isSlipOf(name: string, setting: string): boolean {
  const shorter = Math.min(name.length, setting.length);
  let start = 0;
  while (start < shorter && name[start] === setting[start]) start += 1;
  let end = 0;
  while (end < shorter - start && name.at(-1 - end) === setting.at(-1 - end)) end += 1;
  const [one, other] = [name.slice(start, name.length - end), setting.slice(start, setting.length - end)];
  return (one.length <= 1 && other.length <= 1) || (one.length === 2 && one === `${other[1]}${other[0]}`);
}

function demoOf({ API_URL: apiUrl, DEMO: wanted }: Parsed, local: boolean): Pick<Env, "demo" | "largeDemo"> {
  if (apiUrl !== undefined) return { demo: false, largeDemo: false };
  return { demo: wanted === undefined ? local : wanted !== "off", largeDemo: wanted === "large" };
}

/** Beside an API nobody registers by default: every call would carry its token. */
function registrationOf({ API_URL: apiUrl, API_IDENTITY: identity, REGISTRATION: wanted }: Parsed): RegistrationMode {
  if (wanted === "open" && apiUrl !== undefined)
    throw new StartRefused(
      "The setting REGISTRATION must be invited or closed with API_URL: otherwise whoever registers could reach that API's records.",
    );
  return wanted ?? (identity === "embedded" ? "invited" : "open");
}

/** A mistake here would show at the first upload only. */
function storageOf(data: Parsed): S3Settings | null {
  const { STORAGE_BUCKET: bucket, STORAGE_ENDPOINT: endpoint } = data;
  const { STORAGE_ACCESS_KEY_ID: accessKeyId, STORAGE_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if (bucket === undefined) {
    if (endpoint === undefined && accessKeyId === undefined && secretAccessKey === undefined) return null;
    throw new StartRefused("The setting STORAGE_BUCKET must be set where another setting of the store is.");
  }
  if (accessKeyId === undefined) throw new StartRefused("The setting STORAGE_ACCESS_KEY_ID must be set for a bucket.");
  if (secretAccessKey === undefined)
    throw new StartRefused("The setting STORAGE_SECRET_ACCESS_KEY must be set for a bucket.");
  const pathStyle = data.STORAGE_PATH_STYLE ?? endpoint !== undefined;
  return { endpoint, region: data.STORAGE_REGION, bucket, accessKeyId, secretAccessKey, pathStyle };
}

function languageModelOf(data: Parsed): LanguageModelSettings | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model } = data;
  if (baseUrl === undefined) {
    if (apiKey === undefined && model === undefined) return null;
    throw new StartRefused("The setting AI_BASE_URL must be set where another setting of the AI provider is.");
  }
  if (model === undefined) throw new StartRefused("The setting AI_MODEL must be set for an AI provider.");
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ""), apiKey: apiKey ?? null, model };
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue?.message ?? "is wrong";
}
