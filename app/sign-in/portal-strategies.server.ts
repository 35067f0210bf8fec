import { type RouterContextProvider, redirect } from "react-router";
import type * as z from "zod/mini";
import type { FormAnswer, ValidForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { areas } from "../session/area.ts";
import { tooManyInPortal } from "../session/attempts.server.ts";
import { deviceOf } from "../session/device.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { readVisitorState } from "../session/visitor-state.server.ts";
import {
  answerWrong,
  FormStrategy,
  type SignInAttempt,
  type StrategyName,
  type Verify,
} from "./form-strategy.server.ts";
import { isUsedLink } from "./mailed-link.server.ts";
import { portalCodeForm } from "./portal-code.ts";
import { type PortalCredentials, signInToPortal } from "./portal-identity.server.ts";

/** The ways in which clients sign in to the portal. What is wrong is said by a word of the portal's texts, in its language. */

type Context = Readonly<RouterContextProvider>;
type AnyForm = ValidForm<unknown>;

class PortalCodeStrategy extends FormStrategy<typeof portalCodeForm> {
  readonly name = "portal_code";

  constructor(context: Context, verify: Verify) {
    super(context, portalCodeForm, verify);
  }

  protected async attempt(form: ValidForm<z.output<typeof portalCodeForm>>): Promise<SignInAttempt> {
    const { linkId } = await findAskedLink(this.context);
    return {
      form,
      // By the code, not by the address: a stranger cannot use up somebody's tries.
      counted: { kind: "code", account: `portal code ${linkId}`, tooMany: tooManyInPortal },
      token: null,
      endsOthers: false,
      begin: (api) => signInToPortal(api, { linkId, code: form.value.code }, deviceIn(this.context)),
      answerWrong: (error) => answerWrong(form, "code", "wrongCode", error),
    };
  }
}

/** A mailed link's page, whose button signs in. */
class PortalLinkStrategy extends FormStrategy<typeof confirmationForm> {
  readonly name: StrategyName;
  readonly #token: string;
  readonly #credentials: PortalCredentials;

  constructor(context: Context, verify: Verify, name: StrategyName, token: string, credentials: PortalCredentials) {
    super(context, confirmationForm, verify);
    this.name = name;
    this.#token = token;
    this.#credentials = credentials;
  }

  protected attempt(form: AnyForm): SignInAttempt {
    return {
      form,
      counted: null,
      token: this.#token,
      endsOthers: false,
      begin: (api) => signInToPortal(api, this.#credentials, deviceIn(this.context)),
      answerWrong: (error) => (isUsedLink(error) ? answerUsed(form) : null),
    };
  }
}

/** All of them, for one request. @param token of a mailed link; empty on pages without one */
export function portalStrategies(context: Context, verify: Verify, token: string) {
  return [
    new PortalCodeStrategy(context, verify),
    new PortalLinkStrategy(context, verify, "portal_link", token, { linkToken: token }),
    new PortalLinkStrategy(context, verify, "portal_invitation", token, { invitationToken: token }),
  ];
}

function answerUsed(form: AnyForm): FormAnswer<never> {
  return form.reply<never>({ status: 410, notice: { kind: "used", text: "", link: null } });
}

function deviceIn(context: Context): string {
  return deviceOf(context.get(requestSessionContext).request);
}

/** What the visitor asked for: the link whose code they enter, and where it went. @throws a redirect to the page that asks for one */
export async function findAskedLink(context: Context) {
  const { portalLink, portalEmail } = await readVisitorState(context);
  if (portalLink === undefined) throw redirect(areas.portal.login);
  return { linkId: portalLink, email: portalEmail ?? null };
}
