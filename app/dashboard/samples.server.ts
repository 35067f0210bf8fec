import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";

/** The calls about sample data: the only file that names its JSON:API type. */

const samples = resource("samples", { clients: z.number(), packages: z.number(), deals: z.number() });

/** @throws ApiError "missing" where the service has no such calls */
export function findSamples(api: Api): Promise<RecordOf<typeof samples>> {
  return api.find("/samples", samples, { failure: "Failed to fetch the sample data" });
}

/** @throws ApiError "conflict" where they are there already */
export async function addSamples(api: Api, key: string): Promise<void> {
  await api.act("/samples", samples, {}, { key, failure: "Failed to add the sample data" });
}

/** Again is a no-op. */
export async function removeSamples(api: Api, key: string): Promise<void> {
  await api.remove("/samples", { key, failure: "Failed to take the sample data out" });
}
