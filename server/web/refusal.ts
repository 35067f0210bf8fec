import type { Layer, WebContext } from "./layer.ts";

/** Answers instead of the app: a page of one sentence; for `.data` the bare sentence, which the app shows. */
export function refuse(
  context: WebContext,
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const forScripts = context.req.path.endsWith(".data");
  return new Response(forScripts ? sentence : page(sentence), {
    status,
    headers: {
      ...headers,
      "Content-Type": `text/${forScripts ? "plain" : "html"}; charset=utf-8`,
      "Cache-Control": "no-store",
    },
  });
}

/** @param sentence without markup */
function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Latchkey</title><h1>Latchkey</h1><p>${sentence}</p></html>`;
}

const usualSeconds = 10;

/** Adds Retry-After to every 503 (RFC 9110 15.6.4). */
export function sayWhenToRetry(): Layer {
  return async (context, next) => {
    await next();
    if (context.res.status !== 503 || context.res.headers.has("Retry-After")) return;
    context.res.headers.set("Retry-After", String(usualSeconds));
  };
}
