import { longestForm, tooLongForm } from "#app/session/longest-form.ts";
import { bringsFiles, type TakesFiles } from "./file-routes.ts";
import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** Characters of path and query: more than our pages need, less than some proxies allow. */
export const longestUrl = 8 * 1024;

/** Refuses long requests before they are read; the listener limits headers. */
export function limitLengths(takesFiles: TakesFiles): Layer {
  return async (context, next) => {
    const { req } = context;
    if (req.url.length - req.url.indexOf("/", 8) > longestUrl) return refuse(context, 414, "This address is too long.");
    // Where files are read, the refusal can say which one is too large.
    if (Number(req.header("content-length") ?? 0) > longestForm && !(await bringsFiles(context, takesFiles)))
      return refuse(context, 413, tooLongForm);
    // Forms have a length; without one a body could grow without end.
    if (req.header("transfer-encoding") !== undefined)
      return refuse(context, 411, "This form came without its length. Send it again with Content-Length.");
    return next();
  };
}
