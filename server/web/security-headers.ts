import type { Layer } from "./layer.ts";

const always: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  // With "no-referrer" browsers send "Origin: null" with forms, which the origin check refuses.
  ["Referrer-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  [
    "Permissions-Policy",
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()",
  ],
];

const strictPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Two years, without subdomains. */
const onlyHttps = "max-age=63072000";

interface HeaderOptions {
  readonly secure: boolean;
  /** Vite's client and styles need what the policy forbids. */
  readonly development: boolean;
}

/**
 * Adds the security headers and the request's id. A 304 has none: browsers would replace the kept ones, and a new policy would not
 * fit the kept page.
 */
export function secureAnswers({ secure, development }: HeaderOptions): Layer {
  return async (context, next) => {
    await next();
    if (context.res.status === 304) {
      // Keep-alive is HTTP/1.1's default.
      if (context.env.incoming?.httpVersion === "1.1") context.env.outgoing?.removeHeader("Connection");
      return;
    }
    const { headers } = context.res;
    for (const [name, value] of always) headers.set(name, value);
    if (secure) headers.set("Strict-Transport-Security", onlyHttps);
    if (!headers.has("Content-Security-Policy") && !development) headers.set("Content-Security-Policy", strictPolicy);
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
    headers.set("X-Request-Id", context.get("requestId"));
  };
}
