import { href, type RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { signInLimitContext } from "../../session/context.ts";
import { readNextPath, secondStepPath, withNext } from "../../session/next-path.ts";
import { requestSessionContext } from "../../session/request-session.server.ts";
import { anonymousApiOf } from "../../session/session.server.ts";
import { isSignedIn, openSession } from "../sign-in.server.ts";
import { readBrowserTrust } from "../waiting-sign-in.server.ts";
import { linkedAccountPath, providerOf, signInByProof } from "./openid.server.ts";
import { OpenIdFailure, type OpenIdIdentity } from "./openid.ts";
import { type BegunVisit, keepVisit, takeBegunVisit } from "./visit.server.ts";

/** Signing in by the provider's answer, which the browser brings back from there. */

type Context = Readonly<RouterContextProvider>;

interface Named extends Pick<BegunVisit, "next" | "isLinking"> {
  readonly identity: OpenIdIdentity;
}

/** Too many answers that nobody could be signed in by came from one network. */
export class TooManyAnswers extends Error {
  override readonly name = "TooManyAnswers";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("Too many answers of the provider came from one network.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Its result is where the person goes on. */
class OpenIdStrategy extends Strategy<string, Named> {
  readonly name = "openid";
  readonly #context: Context;

  constructor(context: Context, verify: Strategy.VerifyFunction<string, Named>) {
    super(verify);
    this.#context = context;
  }

  async authenticate(request: Request): Promise<string> {
    const visit = await takeBegunVisit(this.#context);
    if (visit === null) throw new OpenIdFailure("refused", new Error("This browser waits for no answer."));
    const { checks, next, isLinking } = visit;
    const limit = this.#context.get(signInLimitContext);
    const attempt = await limit({ kind: "openid", account: checks.state, device: null });
    if (!attempt.allowed) throw new TooManyAnswers(attempt.retryAfterSeconds);
    const identity = await providerOf(this.#context).finish(new URL(request.url).searchParams, checks);
    await attempt.uncount();
    return this.verify({ identity, next, isLinking });
  }
}

/**
 * Signs in whom the provider names, or keeps who that is, to be linked.
 * @returns where they go on @throws OpenIdFailure; TooManyAnswers; ApiError while the service of people fails
 */
export function finishVisit(context: Context, request: Request): Promise<string> {
  const strategy = new OpenIdStrategy(context, (named) => goOn(context, named));
  return new Authenticator<string>().use(strategy).authenticate(strategy.name, request);
}

async function goOn(context: Context, { identity, next, isLinking }: Named): Promise<string> {
  if (isLinking) {
    await keepVisit(context, { identity });
    return linkedAccountPath;
  }
  const trust = readBrowserTrust(context.get(requestSessionContext));
  const begun = await signInByProof(anonymousApiOf(context), providerOf(context).proofOf(identity), trust);
  if (begun === null) {
    await keepVisit(context, { identity });
    return (await isSignedIn(context)) ? linkedAccountPath : href("/login/openid/link");
  }
  await openSession(context, begun, false);
  return begun.secondStep === null ? readNextPath(next) : withNext(secondStepPath, next);
}
