import { z } from "zod";
import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import type { Thumbnails } from "../documents/thumbnails.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import { requireRecord } from "../engine/writing.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { addressOf, householdOf, invitesInput, noteInput, shareWith } from "./client-link.ts";
import { mailRecipients, type Recipient, type ShareMailParts } from "./client-mails.ts";
import { checkMailLimit, lockMailCount } from "./mail-limit.ts";
import { openingRoutes } from "./opening-routes.ts";
import { packageShareRoutes } from "./package-shares.ts";
import { shareLink, shareLinkRoutes } from "./share-link.ts";
import { viewRoutes } from "./view-routes.ts";

interface ShareParts {
  readonly hasher: PasswordHasher;
  readonly mailer: Mailer;
  readonly objects: ObjectStore;
  readonly thumbnails: Thumbnails;
  readonly publicOrigin: string;
  /** Seals links to the choices of mails. */
  readonly vault: Vault;
}

/** All routes of shares. */
export function shareRoutes({
  hasher,
  mailer,
  objects,
  thumbnails,
  publicOrigin,
  vault,
}: ShareParts): readonly Route[] {
  return [
    ...shareLinkRoutes(hasher),
    clientSharesRoute({ mailer, publicOrigin, vault }),
    ...packageShareRoutes({ mailer, publicOrigin, vault }),
    ...openingRoutes(hasher, vault),
    ...viewRoutes(objects, thumbnails),
  ];
}

const maxClients = 20;

const input = z.object({
  clientIds: z
    .array(z.uuid("A client is named by its id."))
    .min(1, "Choose at least one client.")
    .max(maxClients, `Choose up to ${maxClients} clients at a time.`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  note: noteInput,
  invites: invitesInput,
});

/** Shares a package with clients; everybody of the households is mailed. */
function clientSharesRoute(parts: ShareMailParts): Route {
  return action({
    method: "POST",
    path: "/packages/:id/client_shares",
    summary: "Share a package with clients: opens or reuses opportunities and emails everyone in their households",
    access: "workspace",
    input: { type: "client_share", attributes: input },
    answers: { status: 200, of: shareLink.of, many: true },
    async run({ database, currentUser, attributes, id, now }) {
      if (!mayAny(currentUser, "records.share")) throw forbidden();
      const write = { database, currentUser };
      const packageId = id();
      const record = await requireRecord(write, packageResource, packageId, "update");
      await lockMailCount(database, currentUser);
      const note = attributes.note ?? "";
      const address = addressOf(record);
      const links: WireRecord[] = [];
      const recipients: Recipient[] = [];
      // In a fixed order, or parallel requests would deadlock.
      for (const clientId of attributes.clientIds.toSorted()) {
        const pair = { packageId, clientId, clientAttribute: "client_ids" } as const;
        const { link, client } = await shareWith(write, pair, note, now);
        const properties = [{ link, packageId, address }];
        for (const person of await householdOf(database, client))
          recipients.push({ ...person, clientId: client.id, properties });
        links.push((await readOne(database, shareLink, currentUser, link)).record);
      }
      await checkMailLimit(
        database,
        currentUser,
        recipients.map(({ emailKey }) => emailKey),
      );
      await mailRecipients(write, parts, recipients, { note, invites: attributes.invites }, now);
      return listed(shareLink.of, links);
    },
  });
}
