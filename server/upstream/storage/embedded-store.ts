/** The object store in DATA_DIR, with signed posts as on S3. */
import { Readable } from "node:stream";
import type { Logger } from "pino";
import { openObjectFolder } from "./object-folder.ts";
import { type AnnouncedObject, type ObjectStore, ticketSeconds, type UploadTicket } from "./object-store.ts";
import {
  algorithm,
  answerRefusal,
  credentialOf,
  largestObject,
  PostRefused,
  type Signer,
  signPolicy,
  verifyPost,
} from "./post-policy.ts";
import { readUploadForm } from "./upload-form.ts";

interface EmbeddedStoreOptions {
  readonly folder: string;
  readonly signer: Signer;
  readonly bucket?: string;
  readonly log: Pick<Logger, "error">;
  readonly clock?: () => Date;
}

/** The bucket follows. */
const path = "/api/storage/";

export function createEmbeddedStore(options: EmbeddedStoreOptions): ObjectStore {
  const { signer, bucket = "latchkey", log, clock = () => new Date() } = options;
  const folder = openObjectFolder(options.folder);
  const storageUri = (key: string) => `s3://${bucket}/${key}`;

  async function receive(request: Request): Promise<Response> {
    const { pathname, origin } = new URL(request.url);
    if (pathname !== path + bucket) throw new PostRefused("NoSuchBucket", "There is no such bucket.");
    if (request.method !== "POST") throw new PostRefused("MethodNotAllowed", "A bucket takes posts only.");
    let key = "";
    let wanted = "";
    const staged = await readUploadForm(request, async (fields, file) => {
      const post = verifyPost(fields, bucket, signer, clock());
      key = post.key;
      wanted = fields.get("success_action_status") ?? "";
      return folder.stage(file, post.range);
    });
    await staged.commit(key);
    return answerStored(wanted, bucket, key, origin);
  }

  return {
    presignPost: async (object, origin) => presign(object, { signer, bucket, origin, now: clock() }),
    storageUri,
    size: folder.size,
    read: folder.read,
    async put(key, _mime, bytes) {
      const staged = await folder.stage(Readable.from([bytes]), { least: 0, most: largestObject });
      await staged.commit(key);
    },
    remove: folder.remove,
    sweep: folder.sweep,
    receiver: {
      path,
      async fetch(request) {
        try {
          return await receive(request);
        } catch (error) {
          if (error instanceof PostRefused) return answerRefusal(error);
          log.error({ err: error }, "An object could not be stored");
          return answerRefusal(new PostRefused("InternalError", "The object could not be stored."));
        }
      },
    },
  };
}

interface Signing {
  readonly signer: Signer;
  readonly bucket: string;
  readonly origin: string;
  readonly now: Date;
}

function presign(object: AnnouncedObject, { signer, bucket, origin, now }: Signing): UploadTicket {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = date.slice(0, 8);
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000);
  const given = {
    bucket,
    key: object.key,
    "Content-Type": object.mime,
    "X-Amz-Algorithm": algorithm,
    "X-Amz-Credential": credentialOf(signer, day),
    "X-Amz-Date": date,
  };
  const conditions = [
    ...Object.entries(given).map(([name, value]) => ({ [name]: value })),
    ["content-length-range", object.size, object.size],
  ];
  const policy = Buffer.from(JSON.stringify({ expiration: expiresAt.toISOString(), conditions })).toString("base64");
  return {
    uploadUri: `${origin}${path}${bucket}`,
    storageUri: `s3://${bucket}/${object.key}`,
    fields: { ...given, Policy: policy, "X-Amz-Signature": signPolicy(signer, day, policy) },
    expiresAt,
  };
}

/** As S3 does: 204, or 200 or 201 if the form asks. */
function answerStored(wanted: string, bucket: string, key: string, origin: string): Response {
  if (wanted === "200") return new Response("", { status: 200 });
  if (wanted !== "201") return new Response(null, { status: 204 });
  const location = `${origin}${path}${bucket}/${encodeURIComponent(key)}`;
  const members = { Location: location, Bucket: bucket, Key: escapeXml(key) };
  const xml = Object.entries(members).map(([name, text]) => `<${name}>${text}</${name}>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse>${xml.join("")}</PostResponse>`;
  return new Response(body, { status: 201, headers: { "Content-Type": "application/xml", Location: location } });
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
