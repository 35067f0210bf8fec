import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { resource } from "../json-api/resource.ts";

const picture = resource("picture", { url: z.string() });

/** Makes a picture of a file and returns its URL, which a record takes. @throws ApiError "invalid" for a file that is not a picture */
export async function makePicture(api: Api, fileId: string, key: string): Promise<string> {
  return (await api.create("/pictures", picture, { fileId }, { key, failure: "Failed to save the photo" })).url;
}
