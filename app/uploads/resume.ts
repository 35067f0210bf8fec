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

/** After a day without a byte, or where servers do not share what they keep of uploads. */
const notHere =
  "What was sent of this file is no longer here. Try again from the start. If it happens again, tell whoever runs this server.";

async function resume({ request, params, context }: Pick<Route.ActionArgs, "request" | "params" | "context">) {
  const { resumable } = context.get(uploadsContext);
  const response = await answerWithRoom(context, () => resumable.resume(request, ownerOf(context), params.uploadId));
  context.get(requestSessionContext).restartClock();
  return response ?? new Response(notHere, { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
