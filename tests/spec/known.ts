/** Those who look at the screens, and what the agent among them keeps in their workspace. */
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import {
  addImport,
  addShowing,
  createClient,
  createFolder,
  createPackage,
  uploadDocument,
} from "#tests/support/seeded-agent.ts";
import { Visitor } from "#tests/support/visitor.ts";
import type { Onlooker } from "./screen.ts";

export interface Known {
  readonly visitors: Readonly<Record<Onlooker, Visitor>>;
  /** What stands for `:client` and the like in paths. */
  readonly names: Readonly<Record<string, string>>;
}

/** Has everybody come as far as their screens begin. */
export async function makeKnown(origin: string): Promise<Known> {
  const agent = await registerAgent(origin);
  const newcomer = new Visitor(origin);
  await beginRegistering(newcomer);
  const registrant = new Visitor(origin);
  await beginRegistering(registrant);
  const workspace = { workspaceName: "Haddad Homes", workspaceHandle: `haddad-${agent.handle}` };
  await registrant.submit(workspace, { button: "Next" });
  const visitors = { anyone: new Visitor(origin), newcomer, registrant, agent: agent.visitor };
  return { visitors, names: { ...(await seed(agent)), host: new URL(origin).host } };
}

async function beginRegistering(visitor: Visitor): Promise<void> {
  await visitor.open("/register/account");
  const account = { name: "Noor Haddad", email: "noor@agents.example", phoneNumber: "206 555 0155" };
  await visitor.submit(account, { button: "Next" });
}

async function seed({ visitor }: TestAgent): Promise<Record<string, string>> {
  // One more than a page of the list has.
  const rows = Array.from({ length: 16 }, (_, row) => `Buyer ${row},buyer.${row}@street.example`);
  await addImport(visitor, { name: "Buyers.csv", content: ["Name,Email", ...rows].join("\n") });
  await visitor.submit({}, { button: "Import these clients, send no emails" });

  const other = await createClient(visitor, { name: "Pip Adair", email: "pip@client.example" });
  const maya = { name: "Maya Okafor", email: "maya@client.example", phoneNumber: "206 555 0144" };
  const client = await createClient(visitor, maya);
  await visitor.open(`/clients/${client}/buyer-profile/edit`);
  const budget = { "budget.amount": "850000", "budget.currency": "CAD" };
  const figures = { minBeds: "3", minBaths: "2.5", minLotSize: "4000", minGarages: "1" };
  const words = { preferredAreas: "Ballard, Fremont", propertyTypes: "Townhouse", notes: "A quiet street." };
  await visitor.submit({ ...budget, ...figures, ...words }, { button: "Save changes" });

  const address = { street: "2218 Alder Street", city: "Seattle", state: "WA", zip: "98117" };
  const property = await createPackage(visitor, { ...address, clientId: client });
  await visitor.open(`/packages/${property}/edit`);
  const size = { beds: "3", baths: "2.5", sqft: "1840" };
  const offer = { "listPrice.amount": "865000", offerDue: "2031-03-01T12:00", timeZone: "America/Los_Angeles" };
  await visitor.submit({ ...size, ...offer }, { button: "Save changes" });
  const paper = { name: "Report.txt", content: "A paper." };
  const document = await uploadDocument(visitor, paper, `?package=${property}`);
  const folder = await createFolder(visitor, { name: "Disclosures 2020" });
  await uploadDocument(visitor, { name: "Disclosure.txt", content: "A paper." }, `?folder=${folder}`);
  const opportunity = await findOpportunity(visitor, client);
  await addShowing(visitor, opportunity, { startsAt: "2031-03-01T12:00" });
  return { client, other, package: property, document, folder, opportunity };
}
