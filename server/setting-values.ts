/** The forms that values of settings may have. */
import { isIPv4 } from "node:net";
import { z } from "zod";

export const text = z.string();
export const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
export const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address that begins with http:// or https://",
});
export const bucket = text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket");
export const headerName = text.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header");
const wholePort = "must be a whole number from 1 to 65535";
export const port = text
  .regex(/^\d+$/, wholePort)
  .transform(Number)
  .pipe(z.number().min(1, wholePort).max(65_535, wholePort));
export const mailDomain = text
  .toLowerCase()
  .max(190, "must be a domain of 190 characters at most")
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, "must be the name of a domain");
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

/** Addresses that never leave the machine: RFC 6761 (localhost and below it), 127.0.0.0/8, ::1. */
export function isThisMachine(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}
