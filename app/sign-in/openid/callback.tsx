import { data, redirect } from "react-router";
import { ApiError } from "../../json-api/api-error.ts";
import { requestSessionContext } from "../../session/request-session.server.ts";
import type { Route } from "./+types/callback";
import { NotSignedIn, openIdFailed } from "./not-signed-in.tsx";
import { finishVisit, providerOf, TooManyAnswers } from "./openid.server.ts";
import { OpenIdFailure } from "./openid.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { name } = providerOf(context);
  const location = await finishVisit(context, request).catch((error: unknown) => {
    if (error instanceof TooManyAnswers) context.get(requestSessionContext).retryAfterSeconds = error.retryAfterSeconds;
    const { sentence, status } = failureOf(error, name);
    return data({ name, sentence }, { status });
  });
  if (typeof location !== "string") return location;
  throw redirect(location, 303);
}

function failureOf(error: unknown, name: string): { sentence: string; status: number } {
  if (error instanceof OpenIdFailure) return openIdFailed(error.kind, name);
  if (error instanceof TooManyAnswers) {
    const minutes = Math.max(1, Math.ceil(error.retryAfterSeconds / 60));
    const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
    return { sentence: `Too many attempts. Try again in ${wait}.`, status: 429 };
  }
  if (!(error instanceof ApiError)) throw error;
  return { sentence: "The service isn't responding right now. Try again in a minute.", status: 503 };
}

export default function Callback({ loaderData: { name, sentence } }: Route.ComponentProps) {
  return <NotSignedIn name={name} next={null} sentence={sentence} />;
}
