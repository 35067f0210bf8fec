import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { changesOf } from "../engine/history.ts";
import { lineOf, optionalLineOf } from "../engine/inputs.ts";
import { checkIfMatch } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { readAccessEvents } from "./access-events.ts";
import { type Account, changeDetails, findAccount, lockAccount, recordOfMember } from "./accounts.ts";

const accountType = recordType(
  "account",
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone_number: z.string().nullable(),
    address: z.string().nullable(),
    has_password: z.boolean().describe("False for someone who signs in by mailed links alone"),
  }),
);

const accessEvent = z.object({
  id: z.uuid(),
  kind: z.string().describe("As in signed_in; more of them may come"),
  device: z.string(),
  network: z.string(),
  tries: z.int().describe("More than 1 for failed ones, which are counted by the hour"),
  occurred_at: z.iso.datetime(),
});
const accessEventsType = recordType("access_events", z.object({ events: z.array(accessEvent) }));

const emptyIsNull = (label: string) =>
  optionalLineOf(label)
    .nullable()
    .transform((line) => line || null);

const details = z.object({
  firstName: lineOf("Name").optional(),
  lastName: optionalLineOf("Last name").optional(),
  phoneNumber: emptyIsNull("Phone number").optional(),
  address: emptyIsNull("Address").optional(),
});

function writeAccount(account: Account) {
  return {
    type: accountType.type,
    id: account.id,
    version: account.version,
    path: "/accounts/me",
    can: ["update"],
    attributes: {
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      phone_number: account.phoneNumber,
      address: account.address,
      has_password: account.passwordHash !== null,
    },
  };
}

/** The routes of the current user's own account. */
export function ownAccountRoutes(): Route[] {
  const show = action({
    method: "GET",
    path: "/accounts/me",
    summary: "The current user's own account",
    access: "account",
    answers: { status: 200, of: accountType },
    async run({ database, currentUser }) {
      const account = await findAccount(database, currentUser.accountId);
      if (!account) throw notFound();
      return found(accountType, writeAccount(account));
    },
  });

  const update = action({
    method: "PATCH",
    path: "/accounts/me",
    summary: "Change one's own name, phone number or address, in every workspace that one belongs to",
    access: "account",
    input: { type: "account", attributes: details },
    answers: { status: 200, of: accountType },
    async run({ database, currentUser: { accountId }, attributes, request, now }) {
      const account = await lockAccount(database, accountId, "update");
      if (!account) throw notFound();
      const record = writeAccount(account);
      checkIfMatch(request.headers, record);
      const changes = changesOf(record, attributes);
      if (changes.length === 0) return found(accountType, record);
      const changed = await changeDetails(database, accountId, attributes, now);
      await recordOfMember(database, accountId, "details_changed", changes);
      return found(accountType, writeAccount(changed));
    },
  });

  const events = action({
    method: "GET",
    path: "/accounts/me/access_events",
    summary:
      "The latest sign-ins to the current user's account, failed ones too, and changes of the ways in; newest first",
    access: "account",
    answers: { status: 200, of: accessEventsType },
    async run({ database, currentUser: { accountId } }) {
      const events = await readAccessEvents(database, accountId);
      return found(accessEventsType, { id: accountId, attributes: { events } });
    },
  });

  return [show, update, events];
}
