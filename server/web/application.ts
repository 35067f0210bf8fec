import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { type Pictures, picturesContext } from "#app/pictures/pictures.ts";
import {
  logContext,
  requestIdContext,
  type Settings,
  type SignInLimit,
  sessionStoreContext,
  settingsContext,
  signInLimitContext,
  type Upstream,
  upstreamContext,
} from "#app/session/context.ts";
import type { SessionStore } from "#app/session/store.ts";
import { type Uploads, uploadsContext } from "#app/uploads/uploads.ts";
import type { WebContext } from "./layer.ts";
import { addressOf } from "./rate-limits.ts";
import { refuse } from "./refusal.ts";
import { handleByArea } from "./route-areas.ts";

/** What the app is given with every request. */
export interface AppServices {
  readonly upstream: Upstream;
  readonly sessionStore: SessionStore;
  readonly settings: Settings;
  readonly pictures: Pictures;
  readonly uploads: Uploads;
  /** Gives the limit on tries at signing in for requests from an address. */
  readonly signInLimits: (address: string) => SignInLimit;
}

type Build = typeof import("virtual:react-router/server-build");

/** The app as built; in development, what gives its newest state for each request. */
export type BuiltApp = Build | (() => Promise<Build>);

/** Answers with the app: React Router's handler, and the context that its middleware, loaders and actions work with. */
export function answerWithApp(built: BuiltApp, services: AppServices): (context: WebContext) => Promise<Response> {
  const handle =
    typeof built === "function"
      ? createRequestHandler(async () => adjust(await built()), process.env.NODE_ENV)
      : handleByArea(adjust(built));
  return async (context) => {
    const answer = await handle(context.req.raw, provide(context, services));
    return (await refuseInWords(context, answer)) ?? answer;
  };
}

/** A file's address has no page around it, so what its route refuses with would come as bare JSON; people open those, too. */
async function refuseInWords(context: WebContext, answer: Response): Promise<Response | null> {
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") === true;
  if (answer.status < 400 || !isJson || answer.body === null) return null;
  const said: unknown = await answer.json();
  const isFound = answer.status !== 404 && typeof said === "string";
  return refuse(context, answer.status, isFound ? said : "This page doesn't exist or you don't have access.");
}

/**
 * Opens React Router's own check of the origin: it knows one name of this house only, while the check at the door is
 * stricter and lets in whatever page is served from here, by whatever address.
 */
function adjust({ basename = "/", unstable_getCriticalCss: criticalCss, ...build }: Build): ServerBuild {
  const inDevelopment = criticalCss ? { unstable_getCriticalCss: criticalCss } : {};
  return { ...build, basename, allowedActionOrigins: ["**"], ...inDevelopment };
}

function provide(context: WebContext, services: AppServices): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(upstreamContext, services.upstream);
  provider.set(sessionStoreContext, services.sessionStore);
  provider.set(settingsContext, services.settings);
  provider.set(picturesContext, services.pictures);
  provider.set(uploadsContext, services.uploads);
  provider.set(requestIdContext, context.get("requestId"));
  provider.set(logContext, context.get("log"));
  provider.set(signInLimitContext, services.signInLimits(addressOf(context)));
  return provider;
}
