import type { Layer, WebContext } from "./layer.ts";

/**
 * Answers instead of the app: a page of one readable sentence, which says what happened and what to do.
 * The app's own scripts, which ask for `.data`, get the bare sentence, and show it in the error view.
 */
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

/** Takes text of ours only, which holds no markup. */
function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Latchkey</title><h1>Latchkey</h1><p>${sentence}</p></html>`;
}

/** After how many seconds whoever was told to come back may do so. */
const usualSeconds = 10;

/** Every 503 says when to try again (RFC 9110 15.6.4), whoever answers it. */
export function sayWhenToRetry(): Layer {
  return async (context, next) => {
    await next();
    if (context.res.status !== 503 || context.res.headers.has("Retry-After")) return;
    context.res.headers.set("Retry-After", String(usualSeconds));
  };
}
