import { longestForm, tooLongForm } from "#app/session/longest-form.ts";
import { holdsFiles, takesFiles } from "#app/uploads/upload-paths.ts";
import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** Characters of path and query together: more than any page of ours writes, less than some proxies let through. */
export const longestUrl = 8 * 1024;

/**
 * Refuses what is too long before anything of it is read. Headers are limited by the listener, since they have to be
 * read to get here.
 */
export function limitLengths(): Layer {
  return async (context, next) => {
    const { req } = context;
    // The origin in front of it is ours and short.
    if (req.url.length - req.url.indexOf("/", 8) > longestUrl) return refuse(context, 414, "This address is too long.");
    // Files are measured where they are read, which can say which of them is too large.
    const isMeasuredLater = takesFiles(req.path) && holdsFiles(req.header("content-type"));
    if (Number(req.header("content-length") ?? 0) > longestForm && !isMeasuredLater)
      return refuse(context, 413, tooLongForm);
    // Browsers say the length of every form; without it a body could grow without end.
    if (req.header("transfer-encoding") !== undefined)
      return refuse(context, 411, "This form came without its length. Send it again with Content-Length.");
    return next();
  };
}
