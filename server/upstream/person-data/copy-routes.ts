import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { clientPerson } from "../clients/client-person.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import { answerContent } from "../files/content-route.ts";
import { mayAny } from "../permissions.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { files, sectionsSchema } from "../tables.ts";
import { readCopy } from "./copy.ts";
import { findDataSubject } from "./data-subject.ts";

const copyType = recordType(
  "person_copy",
  z.object({ name: z.string(), sections: sectionsSchema.describe("Lists of records, each with named fields") }),
);

const documents = z.array(z.object({ file_id: z.uuid() }));

/** The copy of a person's data: they make it themselves, or owners and admins do. */
export function copyRoutes(store: ObjectStore): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/portal/copy",
      summary: "Everything that is kept of the person; of the files their ids, by which they are below /files",
      access: "client",
      answers: { status: 200, of: copyType },
      async run({ database, currentUser }) {
        const sections = await copyOf(database, currentUser);
        const attributes = { name: currentUser.name, sections };
        return found(copyType, { id: currentUser.clientId, attributes, path: "/portal/copy" });
      },
    }),
    action({
      method: "GET",
      path: "/portal/copy/files/:id",
      summary: "The bytes of a file that the copy names",
      access: "client",
      answers: { status: 200, of: null },
      async run({ database, currentUser, id, request }) {
        const named = documents.parse((await copyOf(database, currentUser)).documents);
        const [file] = await database.select().from(files).where(sql`${files.id} = ${id()}`);
        if (file === undefined || !named.some((one) => one.file_id === file.id)) throw notFound();
        return answerContent(store, request, file, true);
      },
    }),
    action({
      method: "POST",
      path: "/clients/:id/copies",
      summary:
        "Make that copy for a client or somebody of the household, without drafts and sign-ins; the history notes it",
      access: "workspace",
      input: { type: "person_copy", attributes: z.object({ clientPersonId: z.uuid().nullish() }) },
      answers: { status: 201, of: copyType },
      async run({ database, currentUser, id, attributes: { clientPersonId = null } }) {
        const clientId = id();
        const { record } = await readOne(database, client, currentUser, clientId);
        if (!mayAny(currentUser, "records.export")) throw forbidden();
        const { workspaceId } = currentUser;
        const subject = await findDataSubject(database, { workspaceId, clientId: record.id, clientPersonId });
        const sections = await readCopy(database, subject, "staff");
        const write = { database, currentUser };
        if (clientPersonId === null) await recordEvent(write, client, "copied", clientId);
        else await recordEvent(write, clientPerson, "copied", clientPersonId);
        return created(copyType, { id: clientPersonId ?? clientId, attributes: { name: subject.name, sections } });
      },
    }),
  ];
}

/** @throws Refusal 404 for staff who look: it is the person's to ask for */
async function copyOf(database: Queries, user: PortalUser) {
  if (user.viewerAccountId !== null) throw notFound();
  return readCopy(database, await findDataSubject(database, user), "person");
}
