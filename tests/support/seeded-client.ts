/** A client of an agency with one record of each kind that the portal shows. */
import { z } from "zod";
import type { Agency } from "./agency.ts";
import type { Application } from "./application.ts";
import { newPortalClient, type PortalClient } from "./portal-client.ts";
import { addressValuesOf } from "./route-map.ts";
import { addPhotos, uploadDocument } from "./seeded-agent.ts";
import { sendToTakeBack, sentDocumentOf } from "./sent-document.ts";

const made = z.object({ data: z.object({ id: z.string() }) });
const id = async (answer: Promise<unknown>) => made.parse(await answer).data.id;

/** A word in the texts of all records of these clients. */
export const clientSecret = "Zanzibar";

export interface SeededClient {
  readonly client: PortalClient;
  /** Values for the parameters of every route of the portal. */
  readonly values: Readonly<Record<string, string>>;
}

/** Adds a client who is signed in, with two properties, photos, a document, a task, a showing, a message. */
export async function seedClient(app: Application, agency: Agency): Promise<SeededClient> {
  const client = await newPortalClient(app, agency, `Nora ${clientSecret}`);
  const owner = agency.owner.visitor;
  const facts = { beds: 3, baths: 2.5, listPrice: { amount: "849000", currency: "USD" } };
  const packageId = (await agency.addPackage({ ...facts, street: `1 ${clientSecret} Street` })).id;
  const opportunityId = await id(agency.call("POST", "/opportunities", { clientId: client.record.id, packageId }));
  const otherPackageId = (await agency.addPackage({ ...facts, street: `2 ${clientSecret} Street` })).id;
  await agency.call("POST", "/opportunities", { clientId: client.record.id, packageId: otherPackageId });
  const photoId = await addPhotos(owner, packageId, { caption: clientSecret });
  const file = {
    name: `${clientSecret}.txt`,
    content: `The roof of ${clientSecret} leaks at the chimney and must be repaired before May 1.`,
  };
  const documentId = await uploadDocument(owner, file, `?package=${packageId}`);
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  const about = { type: "client", id: client.record.id };
  const task = { title: clientSecret, dueOn: "2031-03-01", about, isVisibleToClient: true };
  const taskId = await id(agency.call("POST", "/tasks", task));
  const visit = { opportunityId, startsAt: "2031-05-01T17:00:00Z" };
  const showingId = await id(agency.call("POST", "/showings", visit));
  await agency.call("POST", "/messages", { clientId: client.record.id, body: `About ${clientSecret}`, packageId });
  const sentDocumentId = sentDocumentOf(await sendToTakeBack(client.visitor, `Sent by ${clientSecret}`));
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from upstream.sessions where client_email = $1",
    [client.email],
  );
  const own = {
    packageId,
    otherPackageId,
    opportunityId,
    photoId,
    documentId,
    taskId,
    showingId,
    dateId: `showing-${showingId}`,
  };
  return {
    client,
    values: { ...addressValuesOf(packageId, "harbour"), ...own, signInId: rows[0]?.id ?? "", sentDocumentId },
  };
}
