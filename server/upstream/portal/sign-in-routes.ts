import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidBody } from "../engine/refusal.ts";
import { email, secret } from "../identity/inputs.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { answerOpened, sessionType } from "../identity/resources/session-type.ts";
import type { OpenedSession } from "../identity/sessions.ts";
import { languages, portalAccess, workspaces } from "../tables.ts";
import { nextPath } from "./portal-paths.ts";
import {
  acceptInvitation,
  findInvitation,
  findPortalLink,
  mailPortalLink,
  renewPortalLink,
  signInByPortalCode,
  signInByPortalLink,
} from "./portal-sign-in.ts";

const linkType = recordType("portal_sign_in_link", z.object({}));
const checkType = recordType(
  "portal_link_check",
  z.object({
    is_live: z.boolean(),
    workspace_name: z.string().nullable(),
    is_shared: z.boolean().describe("Of an invitation: whether others of the house are there already"),
  }),
);

const language = z.enum(languages).default("en");
/** Names the workspace whose page asks. */
const handle = z.string().max(100).nullish();
const given = z.object({
  linkToken: secret.optional(),
  invitationToken: secret.optional(),
  linkId: secret.optional(),
  code: secret.optional(),
  device: z
    .string()
    .trim()
    .max(100)
    .transform((text) => (text === "" ? null : text))
    .optional(),
});

/** The calls by which clients sign in to the portal. */
export function portalSignInRoutes(parts: IdentityParts): readonly Route[] {
  const ask = action({
    method: "POST",
    path: "/portal/sign_in_links",
    summary: "Mail a client a link and a code that sign in to the portal; the answer is the same for every address",
    access: "anyone",
    input: {
      type: "portal_sign_in_link",
      attributes: z.object({ email, language, knownSessionId: secret.nullish(), next: nextPath.nullish(), handle }),
    },
    answers: { status: 201, of: linkType },
    transaction: "own",
    async run({ database, attributes: { knownSessionId = null, next = null, handle = null, ...wish }, now }) {
      return answerAsked(await mailPortalLink(database, parts, { ...wish, knownSessionId, next, handle }, now));
    },
  });

  const renew = action({
    method: "POST",
    path: "/portal/sign_in_link_renewals",
    summary: "Mail a fresh link to the address that a used or expired one went to",
    access: "anyone",
    input: {
      type: "portal_sign_in_link",
      attributes: z.object({ token: secret, language, next: nextPath.nullish(), handle }),
    },
    answers: { status: 201, of: linkType },
    transaction: "own",
    async run({ database, attributes: { next = null, handle = null, ...wish }, now }) {
      return answerAsked(await renewPortalLink(database, parts, { ...wish, next, handle }, now));
    },
  });

  const check = action({
    method: "POST",
    path: "/portal/link_checks",
    summary: "Whether the link of a sign-in or an invitation still works; looking does not use it up",
    access: "anyone",
    input: {
      type: "portal_link_check",
      attributes: z.object({ purpose: z.enum(["sign_in", "invitation"]), token: secret }),
    },
    answers: { status: 201, of: checkType },
    transaction: "own",
    async run({ database, attributes: { purpose, token }, now }) {
      const attributes = await lookAt(database, purpose, token, now);
      return created(checkType, { id: crypto.randomUUID(), attributes });
    },
  });

  const signIn = action({
    method: "POST",
    path: "/portal/sessions",
    summary: "Sign in to the portal by the token of a mailed link, by an invitation's, or by a mailed code",
    access: "anyone",
    input: { type: "session", attributes: given },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    run: async ({ database, attributes, now }) => answerOpened(await open(database, attributes, now)),
  });

  function open(database: Queries, attributes: z.output<typeof given>, now: Date): Promise<OpenedSession> {
    const { linkToken, invitationToken, linkId, code, device = null } = attributes;
    if (linkToken !== undefined) return signInByPortalLink(database, linkToken, device, now);
    if (invitationToken !== undefined) return acceptInvitation(database, invitationToken, device, now);
    if (linkId === undefined || code === undefined)
      throw invalidBody("Give link_token, or invitation_token, or link_id and code.", "/data/attributes");
    return signInByPortalCode(database, parts.hasher, { linkId, code }, device, now);
  }

  return [ask, renew, check, signIn];
}

const answerAsked = (id: string) => created(linkType, { id, attributes: {} });

async function lookAt(database: Queries, purpose: "sign_in" | "invitation", token: string, now: Date) {
  if (purpose === "sign_in") {
    const link = await findPortalLink(database, token, now);
    return { is_live: link !== null, workspace_name: null, is_shared: false };
  }
  const invitation = await findInvitation(database, token, now);
  if (invitation === null) return { is_live: false, workspace_name: null, is_shared: false };
  const [workspace] = await database
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${invitation.workspace_id}`);
  const [other] = await database
    .select({ email: portalAccess.email })
    .from(portalAccess)
    .where(sql`${portalAccess.clientId} = ${invitation.client_id} and ${portalAccess.email} <> ${invitation.email}
      and ${portalAccess.acceptedAt} is not null`)
    .limit(1);
  return { is_live: true, workspace_name: workspace?.name ?? null, is_shared: other !== undefined };
}
