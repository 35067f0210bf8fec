import type { RouterContextProvider } from "react-router";
import {
  type ClientAddress,
  countAddresses,
  findClientAddress,
  listNamedClients,
  listRecentClients,
  pageOfAddresses,
} from "../clients/clients.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { findClientFits } from "../matching/fits.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { apiOf, load, logFaults } from "../session/session.server.ts";
import type { Part } from "../ui/not-loaded.tsx";
import type { Choice } from "../ui/options.tsx";
import { mostFitting, mostFound } from "./share-link.ts";

/** The clients that a property can be shared with. */

type Context = Readonly<RouterContextProvider>;

type ClientChoice = Pick<ClientAddress, "id" | "name"> & { readonly email: string | null };
type FittingClient = ClientChoice & { readonly reasons: readonly string[] };

export interface ClientChoices {
  readonly search: string;
  /** How many were found. */
  readonly found: number;
  readonly isGuess: boolean;
  readonly options: readonly Choice[];
  /** The ids of those whom the property fits and who do not have it. */
  readonly fitting: readonly string[];
  /** Whether it could be found out whom the property fits. */
  readonly fits: Part;
  /** The names of those who have no email address: whatever is shared with them, they get no email. */
  readonly unreachable: readonly string[];
  /** How many email addresses each household has, by the client's id; null where that cannot be had. */
  readonly addresses: Readonly<Record<string, number>> | null;
}

/** Clients whom a property fits and who have no opportunity for it, and why. The promise never rejects. */
async function listFitting(context: Context, packageId: string): Promise<Settled<readonly FittingClient[]>> {
  const found = await settle(apiOf(context), (api) => findClientFits(api, packageId, mostFitting), logFaults(context));
  if (!found.ok) return found;
  const fresh = found.data.fits.filter(({ isPaired }) => !isPaired);
  return { ok: true, data: fresh.map(({ clientId: id, name, email, reasons }) => ({ id, name, email, reasons })) };
}

/** Clients in which these words are found, or else similar ones; without words those with whom there was contact last. */
async function listFound(
  api: Api,
  search: string,
): Promise<{ readonly clients: readonly ClientChoice[]; readonly isGuess: boolean }> {
  if (search === "") return { clients: choicesOf(await listRecentClients(api, mostFound)), isGuess: false };
  const { items, page } = await pageOfAddresses(api, search, mostFound);
  if (items.length > 0) return { clients: choicesOf(items), isGuess: page.isSimilar === true };
  const { options, isGuess } = await pickableClients(api).search(search);
  // What the options show beside a name may be a phone number.
  const addressed =
    options.length === 0
      ? []
      : await listNamedClients(
          api,
          options.map(({ id }) => id),
        );
  return { clients: choicesOf(addressed), isGuess };
}

function choicesOf(clients: readonly ClientAddress[]): readonly ClientChoice[] {
  return clients.map(({ id, name, email }) => ({ id, name, email }));
}

/** Those who were chosen on the list of clients, as far as they are there; null where none were. The promise never rejects. */
export async function listNamed(context: Context, ids: readonly string[] | null) {
  if (ids === null) return null;
  const found = await settle(apiOf(context), (api) => listNamedClients(api, ids), logFaults(context));
  const part: Part = found.ok ? { ok: true } : found;
  const clients = found.ok ? choicesOf(found.data) : [];
  return {
    clients,
    part,
    ids: clients.map(({ id }) => id),
    missing: ids.length - clients.length,
    unreachable: unreachable(clients),
  };
}

/** Who was ticked before; whoever is gone meanwhile is left out. */
export async function listTicked(api: Api, ids: readonly string[]): Promise<readonly ClientChoice[]> {
  const found = await Promise.all(ids.map((id) => orNull(findClientAddress(api, id))));
  return found.filter((client) => client !== null).map(({ id, name, email }) => ({ id, name, email }));
}

/**
 * Who may be chosen: those of `first`, whom the property fits and who have it; what was searched for stands before these.
 * @throws 403 for those who may not share the property
 */
export async function listChoices(
  context: Context,
  packageId: string,
  { search, first }: { readonly search: string; readonly first: Promise<readonly ClientChoice[]> },
): Promise<ClientChoices> {
  const [item, chosen, fits, { clients: found, isGuess }] = await Promise.all([
    loadPackageFor("update", context, packageId),
    first,
    listFitting(context, packageId),
    load(listFound(apiOf(context), search)),
  ]);
  const fitting = fits.ok ? fits.data : [];
  const inOrder =
    search === "" ? [...chosen, ...fitting, ...item.clients, ...found] : [...chosen, ...found, ...fitting];
  const byId = new Map<string, ClientChoice>();
  for (const client of inOrder) if (!byId.has(client.id)) byId.set(client.id, client);
  const options = [...byId.values()];
  const has = new Set(item.clients.map(({ id }) => id));
  const reasons = new Map(fitting.map((client) => [client.id, client.reasons]));
  const counted = await settle(apiOf(context), (api) => countAddresses(api, [...byId.keys()]), logFaults(context));
  return {
    search,
    found: found.length,
    isGuess,
    options: options.map(({ id, name, email }) => {
      const label = `${name}, ${email || "no email address"}`;
      const why = reasons.get(id);
      return {
        value: id,
        label: has.has(id) ? `${label}. Has it already` : why ? `${label}. Fits: ${why.join(", ")}` : label,
      };
    }),
    fitting: fitting.map(({ id }) => id),
    fits: fits.ok ? { ok: true } : fits,
    unreachable: unreachable(options),
    addresses: counted.ok ? counted.data : null,
  };
}

function unreachable(clients: readonly ClientChoice[]): string[] {
  return clients.filter(({ email }) => !email).map(({ name }) => name);
}
