import { createHash } from "node:crypto";
import type { Scripts } from "../ui/document-parts.ts";

export type PolicyParts = {
  readonly scripts: Scripts;
  /** `hashSource` of the inlined styles and of the enhancer. */
  readonly styles: string;
  readonly enhancer: string;
  readonly nonce: string;
};

/**
 * The Content-Security-Policy of a page. Pages that do not hydrate have hashes only, so that equal pages have equal
 * headers.
 */
export function contentPolicy({ scripts, styles, enhancer, nonce }: PolicyParts): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "manifest-src 'self'",
    `style-src ${styles}`,
    // Browsers fetch compression dictionaries under this rule, on pages without scripts too.
    "connect-src 'self'",
    ...scriptRules(scripts, enhancer, nonce),
  ].join("; ");
}

/** In development, Vite adds its own scripts and styles, and a web socket. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: ws:; frame-ancestors 'none'";

function scriptRules(scripts: Scripts, enhancer: string, nonce: string): string[] {
  if (scripts === "none") return [];
  const own = scripts === "full" ? `'self' 'nonce-${nonce}' ${enhancer}` : enhancer;
  return [`script-src ${own}`];
}

/** The policy's source of an inline text: `'sha256-…'`. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
