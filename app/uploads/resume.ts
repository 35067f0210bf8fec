import { requestSessionContext } from "../session/request-session.server.ts";
import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/resume";
import { answerWithRoom, ownerOf } from "./own-uploads.server.ts";
import { uploadsContext } from "./uploads.ts";

export const handle = { takesFiles: true };

/** Says how much of an upload has arrived; its bytes cannot be read. */
export async function loader(args: Route.LoaderArgs) {
  if (args.request.method !== "HEAD") throw notFound();
  return resume(args);
}

export async function action(args: Route.ActionArgs) {
  if (args.request.method !== "PATCH" && args.request.method !== "DELETE") throw notFound();
  return resume(args);
}

async function resume({ request, params, context }: Pick<Route.ActionArgs, "request" | "params" | "context">) {
  const { resumable } = context.get(uploadsContext);
  const response = await answerWithRoom(context, () => resumable.resume(request, ownerOf(context), params.uploadId));
  context.get(requestSessionContext).restartClock();
  if (response === null) throw notFound();
  return response;
}
