import { z } from "zod";
import { created } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { languages } from "../tables.ts";
import { footSchema } from "./foot.ts";
import type { OpenedSession } from "./sessions.ts";
import type { BegunSignIn } from "./waiting-sign-ins.ts";

const portalFacts = z.object({
  client_id: z.uuid(),
  /** Archived clients see only whom to ask. */
  is_archived: z.boolean(),
  is_view: z.boolean(),
  language: z.enum(languages).nullable().describe("What the person chose"),
  client_language: z.enum(languages).nullable().describe("What the agent chose for the client"),
  /** The client's own agent, or else the owner of the workspace. */
  agent: z.object({
    name: z.string(),
    email: z.string(),
    phone_number: z.string().nullable(),
    photo_id: z.uuid().nullable(),
  }),
  logo_id: z.uuid().nullable(),
  foot: footSchema,
  unread_messages: z.int().describe("Messages of others that the person has not read, counted up to 100"),
});

const workspace = z.object({
  id: z.uuid(),
  name: z.string(),
  handle: z.string(),
  initials: z.string(),
  role: z.string(),
  plan: z.string(),
  time_zone: z.string(),
  /** Where the records are an API's: its id of this workspace. */
  api_workspace_id: z.string().nullable().optional(),
  /** Requires two-step sign-in, which the person has not set up. */
  is_shut: z.boolean().optional(),
  logo_id: z.uuid().nullable().optional().describe("Of staff; below /portal/faces"),
  erased_at: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe("When somebody's data were last erased, or a record purged"),
});

/** Of one client: two households of a workspace may have the same name, and are told apart by their agents. */
const household = z.object({
  client_id: z.uuid(),
  name: z.string().describe("The client's"),
  agent_name: z.string(),
  workspace_id: z.uuid(),
  workspace_name: z.string(),
  is_accepted: z.boolean().describe("False: the person is invited, and can accept"),
  is_archived: z.boolean(),
});

const person = z.object({
  id: z.uuid(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  photo_id: z.uuid().nullable().optional().describe("Of staff; below /portal/faces"),
});

/** The token is in the answer to a sign-in only; the facts are in every other answer. */
export const sessionType = recordType(
  "session",
  z.object({
    expires_at: z.iso.datetime(),
    token: z.string().optional(),
    /** Null: the sign-in is complete. Otherwise the token is good for the second step alone. */
    second_step: z.object({ email: z.string(), may_trust_browser: z.boolean() }).nullable().optional(),
    /** Stands for a second step in this browser for 30 days. */
    browser_trust: z.string().optional(),
    kind: z.enum(["account", "client"]).optional(),
    person: person.optional(),
    workspaces: z.array(workspace).optional(),
    workspace_id: z.uuid().nullable().optional(),
    client_id: z.uuid().optional().describe("Of a sign-in by an invitation: the household that it names"),
    households: z.array(household).optional().describe("Of a client's person: whose portals they may open or accept"),
    has_deleted_workspaces: z.boolean().optional().describe("Of staff: whether a workspace of theirs can be restored"),
    permissions: z.array(z.string()).optional(),
    counts: z
      .object({
        clients: z.int(),
        open_deals: z.int(),
        tasks_due: z.int(),
        threads_unread: z.int(),
        notifications: z.int().optional(),
      })
      .optional(),
    portal: portalFacts.optional(),
  }),
);

/** The answer to a sign-in. @param clientId of the household whose invitation signed in */
export function answerOpened({ id, token, expiresAt }: OpenedSession, clientId: string | null = null) {
  return created(sessionType, {
    id,
    attributes: { token, expires_at: expiresAt.toISOString(), ...(clientId !== null && { client_id: clientId }) },
    path: "/sessions/current",
  });
}

/** @param browserTrust for the browser to keep @param workspaceId where the person goes on; null: where they were last */
export function answerBegun(
  { id, token, expiresAt, secondStep }: BegunSignIn,
  browserTrust: string | null = null,
  workspaceId: string | null = null,
) {
  const step = secondStep && { email: secondStep.email, may_trust_browser: secondStep.mayTrustBrowser };
  const attributes = {
    token,
    expires_at: expiresAt.toISOString(),
    second_step: step,
    ...(browserTrust !== null && { browser_trust: browserTrust }),
    ...(workspaceId !== null && { workspace_id: workspaceId }),
  };
  return created(sessionType, { id, attributes, path: "/sessions/current" });
}
