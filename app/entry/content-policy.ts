import { createHash } from "node:crypto";
import type { Scripts } from "../ui/document-parts.ts";

export type PolicyParts = {
  readonly scripts: Scripts;
  /** `hashSource` of the inlined styles and of the enhancer. */
  readonly styles: string;
  readonly enhancer: string;
  readonly nonce: string;
  /** `hashSource` of a script of the page's own, which may register a worker. */
  readonly own?: string | undefined;
  /** Whether the page starts the worker that keeps pages. */
  readonly keeps?: boolean;
};

/**
 * The Content-Security-Policy of a page. Pages that do not hydrate have hashes only, so that equal pages have equal
 * headers.
 */
export function contentPolicy({ scripts, styles, enhancer, nonce, own, keeps = false }: PolicyParts): string {
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
    ...scriptRules({ scripts, enhancer, nonce, own }),
    ...(own === undefined && !keeps ? [] : ["worker-src 'self'"]),
  ].join("; ");
}

/** In development, Vite adds its own scripts and styles, and a web socket. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: ws:; frame-ancestors 'none'";

function scriptRules({ scripts, enhancer, nonce, own }: Omit<PolicyParts, "styles">): string[] {
  const sources = {
    none: [],
    enhanced: [enhancer],
    full: ["'self'", `'nonce-${nonce}'`, enhancer],
  }[scripts];
  const all = own === undefined ? sources : [...sources, own];
  return all.length === 0 ? [] : [`script-src ${all.join(" ")}`];
}

/** The policy's source of an inline text: `'sha256-…'`. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
