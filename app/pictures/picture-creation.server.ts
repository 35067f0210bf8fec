import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { resource } from "../json-api/resource.ts";

const picture = resource("picture", { url: z.string() });

const failure = "Failed to save the photo";

/**
 * Makes a picture of a file and returns its URL, which a record takes.
 * @throws ApiError "invalid" for a file that is not a picture; "unknown-outcome" where the service does not say where it is
 */
export async function makePicture(api: Api, fileId: string, key: string): Promise<string> {
  return required(await api.create("/pictures", picture, { fileId }, { key, failure }), failure).url;
}
