import type { Layer } from "./layer.ts";

/** What browsers are told about every answer, whoever made it. */
const always: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  // Not "no-referrer": browsers then send "Origin: null" with forms, which the origin check has to refuse.
  ["Referrer-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Embedder-Policy", "require-corp"],
  [
    "Permissions-Policy",
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()",
  ],
];

/** For whatever brings no policy of its own: it may load nothing, send nothing and be framed nowhere. */
const strictPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Two years. Says nothing of domains below this one, which may be somebody else's matter. */
const onlyHttps = "max-age=63072000";

export interface HeaderOptions {
  /** Whether the house is reached by https. */
  readonly secure: boolean;
  /** Whether Vite serves the app: its client and its styles need what no policy of ours allows. */
  readonly development: boolean;
}

/**
 * Adds the security headers and the request's id. A 304 stays bare: browsers put its headers in the place of those they
 * kept, and a new policy would not fit the kept page.
 */
export function secureAnswers({ secure, development }: HeaderOptions): Layer {
  return async (context, next) => {
    await next();
    if (context.res.status === 304) {
      // Nor is there anything to say about the connection: to go on is HTTP/1.1's own rule.
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
