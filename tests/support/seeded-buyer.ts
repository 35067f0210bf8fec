/** A client to whom each page of the portal has something to show, made by the forms of a running server. */
import { randomUUID } from "node:crypto";
import { findMailedLink } from "./agent.ts";
import { addFinding, summarize } from "./inspecting.ts";
import { findOpportunity } from "./opportunity-forms.ts";
import { leastCosts } from "./package-parts.ts";
import { addPhotos, addShowing, createClient, createPackage, uploadDocument } from "./seeded-agent.ts";
import { addTask } from "./task-forms.ts";
import { Visitor } from "./visitor.ts";

type Typed = Readonly<Record<string, string>>;

export interface SeededBuyer {
  readonly clientId: string;
  readonly email: string;
  /** Signed in to the portal. */
  readonly visitor: Visitor;
  /** The property with a suggested offer, and with everything that a property can show. */
  readonly packageId: string;
  /** Of that property, which was shown to the client. */
  readonly showingId: string;
  /** The property whose offer was accepted, with a repair that is asked about. */
  readonly boughtPackageId: string;
  /** Of a document whose summary is approved for clients. */
  readonly documentId: string;
  /** That the client is asked to do. */
  readonly taskId: string;
}

const facts = { city: "Seattle", state: "WA", zip: "98117" };

/** What names a record in the addresses of the portal, of those that a walk over its pages has none of. */
export const portalRecordIds = {
  sentDocumentId: "-",
  dateId: "-",
  showingId: "-",
  signInId: "-",
  taskId: "-",
  photoId: "-",
};

/** Has somebody who may edit everything make the client, who then accepts the invitation. */
export async function seedBuyer(agent: Visitor): Promise<SeededBuyer> {
  const email = `nora.${randomUUID().slice(0, 8)}@client.example`;
  const clientId = await createClient(agent, { name: "Nora Lind", email });
  const packageId = await createPackage(agent, { street: "40 Birch Road", ...facts, clientId });
  const showingId = await suggestOffer(agent, await findOpportunity(agent, clientId));
  const boughtPackageId = await createPackage(agent, { street: "41 Cedar Lane", ...facts, clientId });
  await acceptOffer(agent, await findOpportunity(agent, clientId));
  await seedProperty(agent, packageId);
  const finding = { title: "The roof leaks at the chimney", system: "Roof", severity: "major", isClientAsked: "on" };
  await addFinding(agent, boughtPackageId, finding);
  await addPhotos(agent, boughtPackageId, { caption: "Garden" });
  const documentId = await addPaper(agent, packageId);
  const asked = { title: "Send us your pre-approval letter", dueOn: "2031-03-01", isVisibleToClient: "on" };
  const taskId = await addTask(agent, asked, `client.${clientId}`);
  const visitor = new Visitor(agent.origin);
  await visitor.open(await findMailedLink(agent, email, "/client-portal/invitations/"));
  await visitor.submit({}, { button: "Open my home search" });
  await visitor.open(`/client-portal/dashboard/properties/${packageId}/questions/new`);
  await visitor.submit({ body: "Is the attic insulated?" }, { form: "main form", button: "Send" });
  return { clientId, email, visitor, packageId, showingId, boughtPackageId, documentId, taskId };
}

async function moveTo(agent: Visitor, opportunityId: string, stage: string, typed: Typed = {}): Promise<void> {
  await agent.open(`/opportunities/${opportunityId}/stage?to=${stage}`);
  const { url, text } = await agent.submit(typed, { button: "Update stage" });
  if (url.pathname !== `/opportunities/${opportunityId}`) throw new Error(`Not moved: ${text.slice(-600)}`);
}

/** Shows the property and suggests an offer for it. Gives the id of the showing. */
async function suggestOffer(agent: Visitor, opportunityId: string): Promise<string> {
  const showingId = await addShowing(agent, opportunityId, { startsAt: "2031-03-01T12:00" });
  await agent.open(`/opportunities/${opportunityId}/showings/${showingId}/confirmation`);
  await agent.submit({}, { button: "Confirm showing" });
  await moveTo(agent, opportunityId, "showing_complete", { showingOutcome: "held" });
  await moveTo(agent, opportunityId, "offer_suggeted", { "dealPrice.amount": "840000" });
  await agent.open(`/opportunities/${opportunityId}/suggestion`);
  const offer = { "price.amount": "849000", expiresAt: "2031-04-01T12:00", terms: "Ten days for the inspection." };
  await agent.submit(offer, { button: "Suggest offer" });
  return showingId;
}

async function acceptOffer(agent: Visitor, opportunityId: string): Promise<void> {
  const price = { "dealPrice.amount": "720000" };
  await moveTo(agent, opportunityId, "offer_sent", price);
  await moveTo(agent, opportunityId, "offer_accepted", { ...price, acceptedOn: "2026-01-05" });
}

/** Photos, an estimate, findings and a sale nearby, all shown to clients. */
async function seedProperty(agent: Visitor, packageId: string): Promise<void> {
  const path = `/packages/${packageId}`;
  await addPhotos(agent, packageId, { caption: "Kitchen" });
  await agent.open(`${path}/edit`);
  await agent.submit({ beds: "3", baths: "2.5", sqft: "1840", area: "Ballard" }, { button: "Save changes" });
  await agent.open(`${path}/costs/edit`);
  const estimate = { ...leastCosts, propertyTaxPercent: "1.1", insuranceYearly: "1800", services: "Appraisal 650" };
  await agent.submit(estimate, { button: "Save estimate" });
  for (const severity of ["safety", "major", "maintenance"])
    await addFinding(agent, packageId, {
      title: `A ${severity} finding in the basement`,
      system: "Basement",
      severity,
    });
  await agent.open(`${path}/comparables/new`);
  const sold = { "soldPrice.amount": "850000", sqft: "1800", soldOn: "2026-03-02" };
  await agent.submit({ address: "44 Birch Road", ...sold }, { button: "Add comparable" });
  await agent.open(`${path}/portal`);
  await agent.submit({ costs: "on", findings: "on", comparables: "on" }, { button: "Save changes" });
}

async function addPaper(agent: Visitor, packageId: string): Promise<string> {
  const content = "The roof leaks at the chimney and must be repaired before May 1.";
  const id = await uploadDocument(
    agent,
    { name: `Guide ${randomUUID().slice(0, 8)}.txt`, content },
    `?package=${packageId}`,
  );
  await agent.open(`/documents/${id}/visibility`);
  await agent.submit({}, { button: "Show to clients" });
  await summarize(agent, id);
  await agent.open(`/documents/${id}/summary/approval`);
  await agent.submit({}, { button: "Approve for clients" });
  return id;
}
