import { findClientAddress } from "../clients/clients.server.ts";
import { findDocument } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { findOpportunity } from "../opportunities/opportunities.server.ts";
import { findAddress } from "../packages/packages.server.ts";
import { type Candidate, labelOf, meaningOf, soughtWords } from "../picking/pick.ts";
import type { WhichOne } from "../picking/pick-field.tsx";
import { pickableClients, pickablePackages } from "../picking/picking.server.ts";
import { type About, type AboutType, readAbout, type TypedTask, writeAbout } from "./task.ts";

const nameOf: Readonly<Record<AboutType, (api: Api, id: string) => Promise<string>>> = {
  client: async (api, id) => (await findClientAddress(api, id)).name,
  package: async (api, id) => (await findAddress(api, id)).street,
  async opportunity(api, id) {
    const { client, package: property } = await findOpportunity(api, id);
    return [client?.name, property?.street].filter((name) => name !== undefined).join(", ");
  },
  document: async (api, id) => (await findDocument(api, id)).label,
};

/** The record that an address of a page names; null when it names none, or none that can be had. */
export async function findAbout(api: Api, text: string | null, onFault: OnFault): Promise<About | null> {
  const about = readAbout(text);
  if (about === null) return null;
  const name = await settle(nameOf[about.type](api, about.id), onFault);
  return name.ok ? { ...about, name: name.data } : null;
}

/** Clients and properties that may be typed; none when they cannot be had, since anything may be typed all the same. */
export async function suggestAbout(api: Api, onFault: OnFault): Promise<readonly Candidate[]> {
  const found = await settle(listCandidates(api, null), onFault);
  return found.ok ? found.data : [];
}

/** Clients and properties, by the words of a field about both. */
async function listCandidates(api: Api, words: string | null): Promise<readonly Candidate[]> {
  const [clients, packages] = await Promise.all([pickableClients(api).list(words), pickablePackages(api).list(words)]);
  const named = (type: AboutType) => (candidate: Candidate) => ({
    ...candidate,
    id: writeAbout({ ...candidate, type }),
  });
  return [...clients.map(named("client")), ...packages.map(named("package"))];
}

/** What is not clear yet: what is wrong with the text, and which one of several it may be. */
export interface AboutQuestion {
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly which: WhichOne | null;
}

type Typed = Pick<TypedTask, "about" | "aboutText" | "aboutChosen" | "aboutFor">;

/** What a task is about, as it was chosen or typed; or what has to be asked first. */
export async function understandAbout(
  api: Api,
  { about, aboutText: text, aboutChosen: chosen, aboutFor }: Typed,
): Promise<{ readonly about: Pick<About, "type" | "id"> | null } | { readonly question: AboutQuestion }> {
  if (text == null) return { about: readAbout(about) };
  // A choice that was made for another text says nothing of this one.
  const choice = aboutFor === text ? readAbout(chosen) : null;
  if (choice !== null) return { about: choice };
  const meaning = meaningOf(text, await listCandidates(api, soughtWords(text)));
  if (meaning.kind === "one") return { about: readAbout(meaning.id) };
  if (meaning.kind === "none")
    return {
      question: { fieldErrors: { aboutText: ["There is no client and no property of this name."] }, which: null },
    };
  const options = meaning.candidates.map((candidate) => ({ value: candidate.id, label: labelOf(candidate) }));
  return { question: { fieldErrors: { aboutChosen: ["Choose the one that you mean."] }, which: { text, options } } };
}
