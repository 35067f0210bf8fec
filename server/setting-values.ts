import { isIP, isIPv4 } from "node:net";
import { z } from "zod";

export const text = z.string();
export const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
export const webAddress = address(["http", "https"]);
export const mailServer = address(["smtp", "smtps"]);
export const databaseAddress = address(["postgres", "postgresql"]);
export const bucket = text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket");
export const region = text.regex(/^[a-z0-9-]{1,60}$/i, "must be the name of a region");
export const headerName = text.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header");
export const headerValue = text.regex(/^[\x20-\x7e]+$/, "must be plain letters, digits and signs");
export const token = text.regex(/^[\x21-\x7e]+$/, "must be plain letters, digits and signs without a blank");
export const longToken = token.min(32, "must be 32 characters or more");
const wholePort = "must be a whole number from 1 to 65535";
export const port = text
  .regex(/^\d+$/, wholePort)
  .transform(Number)
  .pipe(z.number().min(1, wholePort).max(65_535, wholePort));
const domain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
export const mailDomain = text
  .toLowerCase()
  .max(190, "must be a domain of 190 characters at most")
  .regex(domain, "must be the name of a domain");
export const host = text.refine(
  (value) => isIP(value) !== 0 || (value.length <= 253 && domain.test(value.toLowerCase().replaceAll("_", "-"))),
  "must be an address or a name of this machine, without http:// and without a port",
);
export const hosts = text
  .transform((value) => value.split(",").map((name) => name.trim().toLowerCase()))
  .refine(
    (list) => list.every((name) => host.safeParse(name).success),
    "must be names of hosts, separated by commas, without https:// and without ports",
  );
export const folder = text
  .refine((value) => !/^[a-z]+:\/\//i.test(value), "must be the path of a folder, not an address")
  .refine(
    (value) => !value.startsWith("~"),
    "must be a path that is written out: nothing puts a home folder in place of ~",
  );
export const sender = text.refine(
  isSender,
  "must be an email address, or a name and the address, as in Agents <no-reply@agents.example>",
);
export const workspaceId = text.regex(/^[\x21-\x7e]{1,200}$/, "must be an id that fits into an HTTP header");
export const origin = webAddress.refine(
  (value) => /^https?:\/\/[^/?#@]+\/?$/i.test(value),
  "must be scheme, host and port only, as in https://agents.example",
);
export const secrets = text
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => secret.length >= 32),
    "must be secrets of 32 characters or more each, separated by commas",
  );

/** A file was put in by mistake. */
const longestValue = 4_096;

/** Left by scripts without a value. */
const strayWords = new Set(["undefined", "null", "nan", "none", "[object object]"]);

/** What is wrong with any value like this; null for nothing. Never with the value. */
export function slipIn(value: string): string | null {
  const inside = value.trim();
  if (inside === "") return "must not be blanks alone";
  if (/\p{Cc}/u.test(value)) return "must be one line without control characters";
  if (value !== inside) return "must not begin or end with a blank";
  if (value.length > longestValue) return "must be 4,096 characters at most";
  if (value.length > 1 && /["'`]/.test(value.charAt(0)) && value.endsWith(value.charAt(0)))
    return "must not stand in quotes";
  if (strayWords.has(value.toLowerCase())) return "must be a value: this is the word for none";
  if (/^(?:\$\w+|\$?\{.*\}|<.*>)$/.test(value))
    return "must be a value: this is a placeholder that nothing was put into";
  return null;
}

/** RFC 6761 (localhost and below), 127.0.0.0/8, ::1. */
export function isThisMachine(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}

function address(schemes: readonly string[]) {
  return text.superRefine((value, context) => {
    const message = problemOfAddress(value, schemes);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
}

function problemOfAddress(value: string, schemes: readonly string[]): string | null {
  const [scheme = "", rest] = value.split(/:\/\/(.*)/s);
  if (rest === undefined || !schemes.includes(scheme.toLowerCase()))
    return `must begin with ${schemes.map((one) => `${one}://`).join(" or ")}`;
  const [authority = ""] = rest.split(/[/?#]/);
  const where = authority.slice(authority.lastIndexOf("@") + 1);
  const [, given] = /:([^:\]]*)$/.exec(where) ?? [];
  if (rest.includes("@") && !authority.includes("@") && given !== undefined && !/^\d*$/.test(given))
    return "must have %2F, %3F and %23 in place of /, ? and # in its password";
  if (
    given !== undefined &&
    given !== "" &&
    !(/^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535)
  )
    return "must have a port from 1 to 65535";
  // A socket needs no host.
  const isNameless = where === "" || where.startsWith(":");
  if (isNameless && !schemes.includes("postgres")) return "must name a host";
  return isNameless || URL.canParse(value)
    ? null
    : "must be an address, with percent signs for odd characters in its password";
}

function isSender(value: string): boolean {
  const [, bracketed] = /^(?:"[^"<>]*" ?|[^"<>,;:@]*)<([^<>]*)>$/.exec(value) ?? [];
  const [local = "", of = "", ...others] = (bracketed ?? value).split("@");
  if (others.length > 0 || local.length > 64 || of.length > 190) return false;
  return /^[^\s\p{C}<>,;:"()[\]\\]+$/u.test(local) && domain.test(of.toLowerCase());
}
