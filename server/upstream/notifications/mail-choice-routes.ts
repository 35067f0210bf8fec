import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Vault } from "../../vault.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { accounts, type MailChoice, mailChoices, memberships, workspaces } from "../tables.ts";
import { topics } from "./kinds.ts";
import {
  changeClientChoice,
  changeStaffChoices,
  readClientChoice,
  readStaffChoices,
  readSubscriberToken,
  type Subscriber,
} from "./mail-choices.ts";

const choice = z.enum(mailChoices);
const ofTopics = z.object({
  messages: choice,
  clients: choice,
  openings: choice,
  deals: choice,
  documents: choice,
  tasks: choice,
});

const choicesType = recordType("mail_choices", ofTopics);
const subscriptionType = recordType(
  "mail_subscription",
  z.object({
    kind: z.enum(["account", "client"]),
    email: z.string(),
    workspace_name: z.string(),
    choice: choice.nullable().describe("Null: several, for different topics"),
  }),
);
const ownType = recordType("portal_mail_choice", z.object({ choice }));

/** Which emails people want: members by topic, clients' people all alike, and both by the links in their emails. */
export function mailChoiceRoutes(vault: Vault): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/mail_choices",
      summary: "Which emails the current user wants in the workspace, by topic",
      access: "workspace",
      answers: { status: 200, of: choicesType },
      run: ({ database, currentUser }) => answerChoices(database, currentUser),
    }),
    action({
      method: "PATCH",
      path: "/mail_choices",
      summary: "Choose the emails of some topics",
      access: "workspace",
      input: { type: "mail_choices", attributes: ofTopics.partial() },
      answers: { status: 200, of: choicesType },
      async run({ database, currentUser, attributes }) {
        await changeStaffChoices(database, currentUser, attributes);
        return answerChoices(database, currentUser);
      },
    }),
    action({
      method: "GET",
      path: "/portal/mail_choice",
      summary: "Which emails the client's person wants",
      access: "client",
      answers: { status: 200, of: ownType },
      run: async ({ database, currentUser: { clientId, workspaceId, email } }) => {
        const attributes = { choice: await readClientChoice(database, workspaceId, email) };
        return found(ownType, { id: clientId, attributes, path: "/portal/mail_choice" });
      },
    }),
    action({
      method: "PATCH",
      path: "/portal/mail_choice",
      summary: "Choose which emails one wants; links that sign in are mailed always",
      access: "client",
      input: { type: "portal_mail_choice", attributes: z.object({ choice }) },
      answers: { status: 200, of: ownType },
      async run({ database, currentUser: { clientId, workspaceId, email }, attributes }) {
        await changeClientChoice(database, workspaceId, email, attributes.choice);
        return found(ownType, { id: clientId, attributes, path: "/portal/mail_choice" });
      },
    }),
    action({
      method: "GET",
      path: "/mail_subscriptions/:token",
      summary: "Whose emails a link in an email is about, and which they want",
      access: "anyone",
      answers: { status: 200, of: subscriptionType },
      run: ({ database, segment }) =>
        answerSubscription(database, requireSubscriber(vault, segment("token")), segment("token")),
    }),
    action({
      method: "PATCH",
      path: "/mail_subscriptions/:token",
      summary: "Choose the emails that one gets, by the link in one of them",
      access: "anyone",
      input: { type: "mail_subscription", attributes: z.object({ choice }) },
      answers: { status: 200, of: subscriptionType },
      async run({ database, segment, attributes }) {
        const subscriber = requireSubscriber(vault, segment("token"));
        const answer = await answerSubscription(database, subscriber, segment("token"), attributes.choice);
        await change(database, subscriber, attributes.choice);
        return answer;
      },
    }),
  ];
}

async function answerChoices(database: Queries, currentUser: Member) {
  const { choices: attributes, version } = await readStaffChoices(database, currentUser);
  return found(choicesType, { id: currentUser.accountId, attributes, path: "/mail_choices", version });
}

/** @throws Refusal 404 */
function requireSubscriber(vault: Vault, token: string): Subscriber {
  const subscriber = readSubscriberToken(vault, token);
  if (subscriber === null) throw notFound();
  return subscriber;
}

async function change(database: Queries, { kind, workspaceId, name }: Subscriber, wanted: MailChoice): Promise<void> {
  if (kind === "client") return changeClientChoice(database, workspaceId, name, wanted);
  const all = Object.fromEntries(topics.map((topic) => [topic, wanted]));
  await changeStaffChoices(database, { accountId: name, workspaceId }, all);
}

/** @throws Refusal 404 for people who are gone */
async function answerSubscription(
  database: Queries,
  { kind, workspaceId, name }: Subscriber,
  token: string,
  changed?: MailChoice,
) {
  const [workspace] = await database
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`);
  const email = kind === "client" ? name : await addressOf(database, workspaceId, name);
  if (workspace === undefined || email === null) throw notFound();
  const present = changed ?? (await presentChoice(database, { kind, workspaceId, name }));
  const attributes = { kind, email, workspace_name: workspace.name, choice: present };
  return found(subscriptionType, { id: token.slice(0, 36), attributes, path: `/mail_subscriptions/${token}` });
}

async function addressOf(database: Queries, workspaceId: string, accountId: string): Promise<string | null> {
  const [row] = await database
    .select({ email: accounts.email })
    .from(accounts)
    .innerJoin(
      memberships,
      sql`${memberships.accountId} = ${accounts.id} and ${memberships.workspaceId} = ${workspaceId}`,
    )
    .where(sql`${accounts.id} = ${accountId}`);
  return row?.email ?? null;
}

async function presentChoice(database: Queries, { kind, workspaceId, name }: Subscriber): Promise<MailChoice | null> {
  if (kind === "client") return readClientChoice(database, workspaceId, name);
  const { choices } = await readStaffChoices(database, { accountId: name, workspaceId });
  const chosen = new Set(Object.values(choices));
  const [only, ...others] = chosen;
  return only === undefined || others.length > 0 ? null : only;
}
