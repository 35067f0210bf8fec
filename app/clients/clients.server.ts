import * as z from "zod/mini";
import { comparedEmail } from "../../spelling/email-address.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors, orNull } from "../json-api/api-error.ts";
import { joinIds } from "../json-api/id-list.ts";
import { allPages, largePages, type Page } from "../json-api/page.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { changeRecord } from "../json-api/record-calls.ts";
import { many, one, type RecordOf, resource } from "../json-api/resource.ts";
import { obeys } from "../json-api/service.ts";
import type { Agreement } from "./agreement.ts";
import { type BuyerProfileInput, buyerProfileAttributes } from "./buyer-profile.ts";
import { type Client, clientAttributes, type Duplicate, personAttributes } from "./client.ts";
import type { ClientInput, Contact } from "./client-forms.ts";
import { type ClientListState, clientList } from "./client-list.ts";

/** The calls about clients, their households and buyer profiles: the only file that names their JSON:API types. */

const buyerProfile = resource("buyer_profile", buyerProfileAttributes);
const person = resource("client_person", personAttributes);
const client = resource("client", clientAttributes, { buyerProfile: one(buyerProfile), people: many(person) });

/** A page of clients with their buyer profiles. */
export function listClients(api: Api, state: ClientListState): Promise<FoundPage<Client>> {
  const { "filter[budget_currency]": currency, ...others } = clientList.parametersOf(state);
  const isCompared = obeys(api.service, "clients", "filter[budget_currency]");
  const query = isCompared ? { ...others, "filter[budget_currency]": currency } : others;
  return findPage(state.page, (cursor) => api.list("/clients", client, { query: { ...query, ...cursor } }));
}

/** Every client of a list with their buyer profiles and households, a page at a time. @param connect for each page anew */
export function allClients(
  connect: () => Api,
  state: ClientListState,
  ids: string | null = null,
): AsyncGenerator<readonly Client[], void, undefined> {
  const query = {
    ...clientList.parametersOf(state),
    "filter[ids]": ids ?? undefined,
    include: "buyer_profile,people",
    ...largePages,
  };
  return allPages((cursor) => connect().list("/clients", client, { query: { ...query, ...cursor } }));
}

const addressed = resource("client", {
  name: clientAttributes.name,
  email: clientAttributes.email,
  phoneNumber: clientAttributes.phoneNumber,
  profileImageUrl: clientAttributes.profileImageUrl,
});
export type ClientAddress = RecordOf<typeof addressed>;
const addressOnly = { "fields[client]": "name,email,phone_number,profile_image_url" };

/** Clients by name and email in which the words are found, in the order of their names. @param most how many */
export async function listClientAddresses(api: Api, words: string, most: number): Promise<readonly ClientAddress[]> {
  return (await pageOfAddresses(api, words, most)).items;
}

/** The same as a page, which says whether they only have similar words. */
export function pageOfAddresses(api: Api, words: string, most: number): Promise<Page<ClientAddress>> {
  const query = {
    sort: "name",
    ...addressOnly,
    "filter[search]": words,
    "page[limit]": most,
    "page[count]": false,
  };
  return api.list("/clients", addressed, { query });
}

/** Clients with these ids by name and email, without those that are archived or not there; asked for one by one where a list does not obey ids. */
export async function listNamedClients(api: Api, ids: readonly string[]): Promise<readonly ClientAddress[]> {
  const query = { ...addressOnly, "filter[ids]": joinIds(ids), "page[limit]": ids.length, "page[count]": false };
  if (!obeys(api.service, "clients", "filter[ids]")) {
    const found = await Promise.all(ids.map((id) => orNull(findClientAddress(api, id))));
    return found.filter((client) => client !== null);
  }
  return (await api.list("/clients", addressed, { query })).items;
}

const household = resource(
  "client",
  { email: clientAttributes.email },
  { people: many(resource("client_person", { email: personAttributes.email })) },
);

/** How many email addresses each household of these clients has, by the client's id. */
export async function countAddresses(api: Api, ids: readonly string[]): Promise<Readonly<Record<string, number>>> {
  if (ids.length === 0 || !obeys(api.service, "clients", "filter[ids]")) return {};
  const fields = { "fields[client]": "email,people", "fields[client_person]": "email", include: "people" };
  const query = { ...fields, "filter[ids]": joinIds(ids), "page[limit]": ids.length, "page[count]": false };
  const { items } = await api.list("/clients", household, { query });
  return Object.fromEntries(items.map((client) => [client.id, addressesOf(client)]));
}

/** How many email addresses a household has. */
export function addressesOf(client: {
  readonly email: string | null;
  readonly people: readonly { readonly email: string | null }[] | null;
}): number {
  const everybody = [client, ...(client.people ?? [])].flatMap(({ email }) =>
    email === null ? [] : [comparedEmail(email)],
  );
  return new Set(everybody).size;
}

/**
 * Clients by name and email: those with whom there was contact last, then those with whom there was none, the newest first;
 * all by when they were added where the service cannot sort by contact. @param most how many
 */
export async function listRecentClients(api: Api, most: number): Promise<readonly ClientAddress[]> {
  const sort = obeys(api.service, "clients", "sort=-last_activity_at") ? "-last_activity_at" : "-inserted_at";
  const query = { sort, ...addressOnly, "page[limit]": most, "page[count]": false };
  return (await api.list("/clients", addressed, { query })).items;
}

/** A client's name and email. @throws ApiError "missing" */
export function findClientAddress(api: Api, id: string): Promise<ClientAddress> {
  return api.find(path`/clients/${id}`, addressed, { query: addressOnly });
}

/** A client with buyer profile and, where the service keeps one, household. @throws ApiError "missing" */
export async function findClient(api: Api, id: string): Promise<Client> {
  const place = path`/clients/${id}`;
  const found = await api.find(place, client, { query: { include: "buyer_profile,people" } });
  return obeys(api.service, "clients", "include=people") ? found : { ...found, people: null };
}

const { name, email, phoneNumber, archivedAt } = clientAttributes;
const duplicates = z.array(
  z.object({ id: z.string(), attributes: z.object({ name, email, phoneNumber, archivedAt }) }),
);

/** At most three clients with this email, or this phone and name, archived ones too; none where the service has no such check. */
export async function findDuplicates(api: Api, contact: Contact): Promise<Duplicate[]> {
  const query = { email: contact.email, phone_number: contact.phoneNumber, name: contact.name };
  const options = { method: "GET", query } as const;
  try {
    const found = await api.act("/clients/duplicates", duplicates, {}, options);
    return found.map(({ id, attributes: { archivedAt, ...rest } }) => ({
      id,
      ...rest,
      isArchived: archivedAt !== null,
    }));
  } catch (error) {
    // The check is optional: only an ended session stops the form.
    if (error instanceof ApiError && error.kind !== "unauthenticated") return [];
    throw error;
  }
}

/** Says beside the email what a service leaves open that takes nobody without one. @param email what is written of it, if anything */
async function saysEmailIsWanted<Written>(email: unknown, writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (error) {
    const isOpen = error instanceof ApiError && error.kind === "invalid" && Object.keys(error.fieldErrors).length === 0;
    if (email !== null || !isOpen) throw error;
    const wanted = "The service refused this. It may need an email address.";
    throw new ApiError(error.message, error.kind, error.cause, { email: [wanted] });
  }
}

/** @returns null where the service created it without saying more. @throws ApiError "invalid" with fields, "forbidden" */
export function createClient(api: Api, { tags = [], ...input }: ClientInput, key: string): Promise<Client | null> {
  const attributes = tags.length === 0 ? { ...input } : { ...input, tags };
  const options = { key, query: { include: "buyer_profile" } };
  return saysEmailIsWanted(input.email, api.create("/clients", client, attributes, options));
}

/** @throws ApiError "stale" when the client was changed since, "invalid" with fields, "forbidden", "missing" */
export async function updateClient(api: Api, id: string, input: ClientInput, terms: ChangeTerms): Promise<void> {
  const fieldsOf = { tags: ["tags", "usedTags", "otherTag"], leadSource: ["leadSource", "otherSource"] };
  const changed = changedAttributes({ ...input }, terms.isChanged, fieldsOf);
  await saysEmailIsWanted(changed.email, api.update(path`/clients/${id}`, client, id, changed, terms));
}

/** @param url from `makePicture`; null removes the photo. @throws ApiError "forbidden", "missing" */
export async function changePhoto(api: Api, id: string, url: string | null, key: string): Promise<void> {
  const terms = { key, etag: null };
  await api.update(path`/clients/${id}`, client, id, { profileImageUrl: url }, terms);
}

/** Sets or removes a client's agreement. @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updateAgreement(
  api: Api,
  id: string,
  agreement: Agreement | null,
  terms: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ agreement }, terms.isChanged, { agreement: ["startsOn", "endsOn"] });
  await mapFieldErrors(
    (name) => name.replace(/^agreement\./, ""),
    () => api.update(path`/clients/${id}`, client, id, changed, terms),
  );
}

/** Archives a client, and gives the name where the service says it; a second time is a no-op. @throws ApiError "forbidden", "missing" */
export async function archiveClient(api: Api, id: string, key: string): Promise<string | null> {
  return (await api.act(path`/clients/${id}/archival`, client, {}, { key }))?.name ?? null;
}

/** Restores an archived client; a second time is a no-op. @throws ApiError "forbidden", "missing" */
export async function restoreClient(api: Api, id: string, key: string): Promise<void> {
  await api.remove(path`/clients/${id}/archival`, { key });
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updateBuyerProfile(
  api: Api,
  id: string,
  input: BuyerProfileInput,
  terms: ChangeTerms,
): Promise<void> {
  const fieldsOf = {
    preferredAreas: ["preferredAreas", "usedAreas", "otherArea"],
    propertyTypes: ["propertyTypes", "usedTypes", "otherType"],
  };
  await changeRecord(api, path`/buyer_profiles/${id}`, buyerProfile, id, { ...input }, terms, fieldsOf);
}

/** @throws ApiError "invalid" with fields, as when the household has the address already; "forbidden", "missing" */
export async function addPerson(
  api: Api,
  clientId: string,
  { name, email, phoneNumber }: Contact,
  key: string,
): Promise<void> {
  const contact = { name, email, phoneNumber };
  const adding = api.create("/client_people", person, { clientId, ...contact }, { key });
  await saysEmailIsWanted(email, adding);
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function updatePerson(
  api: Api,
  id: string,
  { name, email, phoneNumber }: Contact,
  terms: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ name, email, phoneNumber }, terms.isChanged);
  const changing = api.update(path`/client_people/${id}`, person, id, changed, terms);
  await saysEmailIsWanted(changed.email, changing);
}

/** Removes a person from the household. @throws ApiError "stale", "forbidden", "missing" */
export async function removePerson(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/client_people/${id}`, terms);
}
