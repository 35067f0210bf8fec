import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { keepData } from "#app/entry/kept-data.ts";
import { type Pictures, picturesContext } from "#app/pictures/pictures.ts";
import { type Maps, mapsContext } from "#app/portal/maps.ts";
import {
  logContext,
  networkContext,
  requestIdContext,
  routePatternContext,
  type Settings,
  type SignInLimit,
  sessionStoreContext,
  settingsContext,
  signInLimitContext,
  type Upstream,
  upstreamContext,
} from "#app/session/context.ts";
import type { SessionStore } from "#app/session/store.ts";
import { type OpenIdProvider, openIdContext } from "#app/sign-in/openid/openid.ts";
import { type Uploads, uploadsContext } from "#app/uploads/uploads.ts";
import type { WebContext } from "./layer.ts";
import { addressOf } from "./rate-limits.ts";
import { refuse } from "./refusal.ts";
import { handleByArea } from "./route-areas.ts";

export interface AppServices {
  readonly upstream: Upstream;
  readonly sessionStore: SessionStore;
  readonly settings: Settings;
  readonly pictures: Pictures;
  readonly maps: Maps | null;
  readonly openId: OpenIdProvider | null;
  readonly uploads: Uploads;
  readonly signInLimits: (address: string) => SignInLimit;
  /** "" for nothing. */
  readonly showAddress: (address: string) => string;
}

export type AppBuild = typeof import("virtual:react-router/server-build");

/** In development, a function that gives the newest build. */
export type BuiltApp = AppBuild | (() => Promise<AppBuild>);

/** Answers with the app: React Router's handler, and the context of its middleware. */
export function answerWithApp(built: BuiltApp, services: AppServices): (context: WebContext) => Promise<Response> {
  const handle =
    typeof built === "function"
      ? createRequestHandler(async () => adjust(await built()), process.env.NODE_ENV)
      : handleByArea(adjust(built));
  return async (context) => {
    const provider = provide(context, services);
    const noteRoute = () => context.set("route", provider.get(routePatternContext));
    const answer = await handle(context.req.raw, provider).finally(noteRoute);
    return (await refuseInWords(context, answer)) ?? answer;
  };
}

/** Routes of files have no page, so an error would be bare JSON; people who open such an address get a page. */
async function refuseInWords(context: WebContext, answer: Response): Promise<Response | null> {
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") === true;
  if (answer.status < 400 || !isJson || answer.body === null) return null;
  const said: unknown = await answer.json();
  const sentence = answer.status === 404 ? null : sentenceIn(said);
  return refuse(context, answer.status, sentence ?? "This page doesn't exist or you don't have access.");
}

function sentenceIn(said: unknown): string | null {
  if (typeof said === "string") return said;
  const isRefusal = typeof said === "object" && said !== null && "refused" in said;
  return isRefusal && typeof said.refused === "string" ? said.refused : null;
}

/** Turns off React Router's origin check, which knows one name of the server; `checkOrigin` is stricter and knows all. */
function adjust({ basename = "/", unstable_getCriticalCss: criticalCss, ...build }: AppBuild): ServerBuild {
  const inDevelopment = criticalCss ? { unstable_getCriticalCss: criticalCss } : {};
  return { ...build, routes: keepData(build.routes), basename, allowedActionOrigins: ["**"], ...inDevelopment };
}

function provide(context: WebContext, services: AppServices): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(upstreamContext, services.upstream);
  provider.set(sessionStoreContext, services.sessionStore);
  provider.set(settingsContext, services.settings);
  provider.set(picturesContext, services.pictures);
  provider.set(mapsContext, services.maps);
  provider.set(openIdContext, services.openId);
  provider.set(uploadsContext, services.uploads);
  provider.set(requestIdContext, context.get("requestId"));
  provider.set(logContext, context.get("log"));
  provider.set(networkContext, services.showAddress(addressOf(context)));
  provider.set(signInLimitContext, services.signInLimits(addressOf(context)));
  return provider;
}
