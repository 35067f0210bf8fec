/**
 * The score that Mozilla's HTTP Observatory gives an answer over https, by the rules of its version 1.6.3
 * (github.com/mdn/mdn-http-observatory: src/grader/charts.js, src/analyzer/tests, src/scanner/index.js): 100, less for
 * what is missing, and more for what is there once nothing costs more than 10. What is a matter of the domain counts
 * nothing here: the redirection from http and the preload list.
 */
import { parse } from "node-html-parser";

/** By how much each finding moves the score. */
const modifiers = {
  "csp-implemented-with-no-unsafe-default-src-none": 10,
  "csp-implemented-with-no-unsafe": 5,
  "csp-implemented-with-unsafe-inline-in-style-src-only": 0,
  "csp-implemented-with-insecure-scheme-in-passive-content-only": -10,
  "csp-implemented-with-unsafe-eval": -10,
  "csp-implemented-with-unsafe-inline": -20,
  "csp-implemented-with-insecure-scheme": -20,
  "csp-header-invalid": -25,
  "csp-not-implemented": -25,
  "cookies-secure-with-httponly-sessions-and-samesite": 5,
  "cookies-secure-with-httponly-sessions": 0,
  "cookies-not-found": 0,
  "cookies-without-secure-flag-but-protected-by-hsts": -5,
  "cookies-session-without-secure-flag-but-protected-by-hsts": -10,
  "cookies-without-secure-flag": -20,
  "cookies-samesite-flag-invalid": -20,
  "cookies-session-without-httponly-flag": -30,
  "cookies-session-without-secure-flag": -40,
  "cross-origin-resource-sharing-not-implemented": 0,
  "cross-origin-resource-sharing-implemented-with-public-or-restricted-access": 0,
  "cross-origin-resource-sharing-implemented-with-universal-access": -50,
  "referrer-policy-private": 5,
  "referrer-policy-not-implemented": 0,
  "referrer-policy-unsafe-or-invalid": -5,
  "hsts-implemented-max-age-at-least-six-months": 0,
  "hsts-implemented-max-age-less-than-six-months": -10,
  "hsts-not-implemented-or-invalid": -20,
  "sri-implemented": 5,
  "sri-not-needed": 0,
  "sri-not-implemented-but-external-scripts-loaded-securely": -5,
  "sri-implemented-but-external-scripts-not-loaded-securely": -20,
  "sri-not-implemented-and-external-scripts-not-loaded-securely": -50,
  "x-content-type-options-nosniff": 0,
  "x-content-type-options-not-implemented-or-invalid": -5,
  "x-frame-options-implemented-or-via-csp": 5,
  "x-frame-options-allow-from-origin": 0,
  "x-frame-options-not-implemented-or-invalid": -20,
  "isolation-implemented": 10,
  "isolation-not-implemented": 0,
  "isolation-header-invalid": -5,
} as const;

type Finding = keyof typeof modifiers;

/** Below this an answer gets no extra credit. */
const extraCreditFrom = 90;

export interface Score {
  readonly score: number;
  readonly findings: Readonly<Record<string, Finding>>;
  /** Findings that cost something. */
  readonly costs: readonly Finding[];
}

/** @param html the answer's body; "" for what is no HTML */
export function scoreAnswer(headers: Headers, html: string): Score {
  const policy = policyOf(headers);
  const isolation = (name: string, strict: readonly string[], open: string) =>
    judgeIsolation(headers.get(name), strict, open);
  const findings = {
    csp: judgePolicy(policy),
    cookies: judgeCookies(headers.getSetCookie(), judgeTransport(headers.get("strict-transport-security"))),
    cors: judgeSharing(headers),
    referrer: judgeReferrer(headers.get("referrer-policy")),
    hsts: judgeTransport(headers.get("strict-transport-security")),
    scripts: judgeScripts(html),
    sniffing: judgeSniffing(headers.get("x-content-type-options")),
    framing: judgeFraming(policy, headers.get("x-frame-options")),
    corp: isolation("cross-origin-resource-policy", ["same-origin", "same-site"], "cross-origin"),
    coep: isolation("cross-origin-embedder-policy", ["require-corp", "credentialless"], "unsafe-none"),
    coop: isolation("cross-origin-opener-policy", openerPolicies, "unsafe-none"),
  } satisfies Record<string, Finding>;
  const all: readonly Finding[] = Object.values(findings);
  const costs = all.filter((finding) => modifiers[finding] < 0);
  const total = (list: readonly Finding[]) => list.reduce((sum, finding) => sum + modifiers[finding], 100);
  const bare = total(costs);
  return { score: Math.max(0, bare >= extraCreditFrom ? total(all) : bare), findings, costs };
}

const openerPolicies = ["same-origin", "same-origin-allow-popups", "noopener-allow-popups"];

type Policy = ReadonlyMap<string, readonly string[]>;

/** Shorter than any policy can be. */
const tooShort = 6;

/** Null for what cannot be read. Several policies, and 'strict-dynamic', count as that: ours know neither. */
function policyOf(headers: Headers): Policy | null {
  const text = headers.get("content-security-policy");
  if (text === null) return new Map();
  if (text.length < tooShort || /,|'strict-dynamic'/i.test(text)) return null;
  const directives = text.split(";").map((part) => part.trim().toLowerCase().split(/\s+/));
  const named = directives.filter(([name]) => name);
  const policy = new Map(named.map(([name = "", ...sources]) => [name, sources.length > 0 ? sources : ["'none'"]]));
  return policy.size < named.length ? null : policy;
}

const broad = new Set(["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"]);
const isRisky = (source: string) => broad.has(source) || source === "'unsafe-inline'" || source === "data:";
const isPlain = (source: string) => /^(?:http|ftp):/.test(source);
const isNamed = (source: string) => /^'(?:nonce|sha256|sha384|sha512)-/.test(source);

function judgePolicy(policy: Policy | null): Finding {
  if (policy === null) return "csp-header-invalid";
  if (policy.size === 0) return "csp-not-implemented";
  const [scripts, styles] = [inlineSourcesOf(policy, "script-src"), inlineSourcesOf(policy, "style-src")];
  if (scripts.some(isRisky) || sourcesOf(policy, "object-src").some((source) => broad.has(source)))
    return "csp-implemented-with-unsafe-inline";
  const others = [...policy].filter(([name]) => !["img-src", "media-src", "script-src"].includes(name));
  if ([...scripts, ...others.flatMap(([, sources]) => sources)].some(isPlain))
    return "csp-implemented-with-insecure-scheme";
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return "csp-implemented-with-unsafe-eval";
  if (["img-src", "media-src"].flatMap((name) => sourcesOf(policy, name, [])).some(isPlain))
    return "csp-implemented-with-insecure-scheme-in-passive-content-only";
  if (styles.some(isRisky)) return "csp-implemented-with-unsafe-inline-in-style-src-only";
  return policy.get("default-src")?.join(" ") === "'none'"
    ? "csp-implemented-with-no-unsafe-default-src-none"
    : "csp-implemented-with-no-unsafe";
}

function sourcesOf(policy: Policy, name: string, otherwise: readonly string[] = ["*"]): readonly string[] {
  return policy.get(name) ?? policy.get("default-src") ?? otherwise;
}

/** Beside a nonce or a hash browsers pass over 'unsafe-inline'. */
function inlineSourcesOf(policy: Policy, name: string): readonly string[] {
  const sources = sourcesOf(policy, name);
  return sources.some(isNamed) ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
}

/** Cookies from the best to the worst that can be said of one. */
const worse: readonly Finding[] = [
  "cookies-secure-with-httponly-sessions-and-samesite",
  "cookies-secure-with-httponly-sessions",
  "cookies-without-secure-flag-but-protected-by-hsts",
  "cookies-without-secure-flag",
  "cookies-session-without-secure-flag-but-protected-by-hsts",
  "cookies-samesite-flag-invalid",
  "cookies-session-without-httponly-flag",
  "cookies-session-without-secure-flag",
];

function judgeCookies(cookies: readonly string[], transport: Finding): Finding {
  if (cookies.length === 0) return "cookies-not-found";
  const isProtected = transport === "hsts-implemented-max-age-at-least-six-months";
  const rank = Math.max(...cookies.flatMap((cookie) => judgeCookie(cookie, isProtected)).map((f) => worse.indexOf(f)));
  return worse[rank] ?? "cookies-session-without-secure-flag";
}

function judgeCookie(cookie: string, isProtected: boolean): Finding[] {
  const [pair = "", ...rest] = cookie.split(";");
  const attributes = new Map(rest.map((part) => part.trim().toLowerCase().split("=")).map(([n = "", v]) => [n, v]));
  const isSession = /login|sess/i.test(pair.slice(0, pair.indexOf("=")));
  const [isSecure, sameSite] = [attributes.has("secure"), attributes.get("samesite")];
  const said: Finding[] = ["cookies-secure-with-httponly-sessions-and-samesite"];
  if (sameSite === undefined) said.push("cookies-secure-with-httponly-sessions");
  if (attributes.has("samesite") && !["lax", "strict", ...(isSecure ? ["none"] : [])].includes(sameSite ?? ""))
    said.push("cookies-samesite-flag-invalid");
  if (isSession && !attributes.has("httponly")) said.push("cookies-session-without-httponly-flag");
  if (!isSecure && isSession)
    said.push(`cookies-session-without-secure-flag${isProtected ? "-but-protected-by-hsts" : ""}`);
  else if (!isSecure) said.push(`cookies-without-secure-flag${isProtected ? "-but-protected-by-hsts" : ""}`);
  return said;
}

/** The answer must be one to a request with an Origin for this to see anything. Any origin beside `*` counts as ours. */
function judgeSharing(headers: Headers): Finding {
  const origin = headers.get("access-control-allow-origin");
  if (origin === null) return "cross-origin-resource-sharing-not-implemented";
  return origin !== "*" && headers.get("access-control-allow-credentials")?.toLowerCase() === "true"
    ? "cross-origin-resource-sharing-implemented-with-universal-access"
    : "cross-origin-resource-sharing-implemented-with-public-or-restricted-access";
}

const privatePolicies = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];
const openPolicies = ["origin", "origin-when-cross-origin", "unsafe-url", "no-referrer-when-downgrade"];

function judgeReferrer(text: string | null): Finding {
  if (text === null) return "referrer-policy-not-implemented";
  const words = text.split(",").map((word) => word.trim().toLowerCase());
  const last = words.findLast((word) => [...privatePolicies, ...openPolicies].includes(word)) ?? "";
  return privatePolicies.includes(last) ? "referrer-policy-private" : "referrer-policy-unsafe-or-invalid";
}

/** The Observatory's own six months are 180 days, since many sites' are. */
const sixMonths = 15_552_000;

function judgeTransport(text: string | null): Finding {
  const [, seconds] = /(?:^|;)\s*max-age=(\d+)/i.exec(text?.includes(",") ? "" : (text ?? "")) ?? [];
  if (seconds === undefined) return "hsts-not-implemented-or-invalid";
  return Number(seconds) >= sixMonths
    ? "hsts-implemented-max-age-at-least-six-months"
    : "hsts-implemented-max-age-less-than-six-months";
}

/** A script of a whole address counts as somebody else's, even below the same domain: ours have paths. */
function judgeScripts(html: string): Finding {
  const scripts = parse(html).querySelectorAll("script[src]");
  const isOthers = (source: string | undefined) => /^(?:https?:)?\/\//.test(source ?? "");
  const others = scripts.filter((script) => isOthers(script.getAttribute("src")));
  const isNamedByHash = (script: (typeof scripts)[number]) => Boolean(script.getAttribute("integrity"));
  const isSecure = (script: (typeof scripts)[number]) => /^https:/.test(script.getAttribute("src") ?? "");
  if (others.some((script) => !isNamedByHash(script) && !isSecure(script)))
    return "sri-not-implemented-and-external-scripts-not-loaded-securely";
  if (others.some((script) => !isNamedByHash(script)))
    return "sri-not-implemented-but-external-scripts-loaded-securely";
  if (others.some((script) => !isSecure(script))) return "sri-implemented-but-external-scripts-not-loaded-securely";
  return others.length > 0 || scripts.some(isNamedByHash) ? "sri-implemented" : "sri-not-needed";
}

function judgeSniffing(text: string | null): Finding {
  return text?.trim().toLowerCase() === "nosniff"
    ? "x-content-type-options-nosniff"
    : "x-content-type-options-not-implemented-or-invalid";
}

function judgeFraming(policy: Policy | null, old: string | null): Finding {
  const word = old?.trim().toLowerCase() ?? "";
  if (policy?.has("frame-ancestors") || ["deny", "sameorigin"].includes(word))
    return "x-frame-options-implemented-or-via-csp";
  return word.startsWith("allow-from")
    ? "x-frame-options-allow-from-origin"
    : "x-frame-options-not-implemented-or-invalid";
}

/** COOP, COEP and CORP alike. */
function judgeIsolation(text: string | null, strict: readonly string[], open: string): Finding {
  if (text === null) return "isolation-not-implemented";
  const word = text.split(";")[0]?.trim() ?? "";
  if (strict.includes(word)) return "isolation-implemented";
  return word === open ? "isolation-not-implemented" : "isolation-header-invalid";
}
