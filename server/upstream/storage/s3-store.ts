/** Any S3-compatible store. Loaded when needed, since its client takes 30 MB. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { ObjectMissing, type ObjectStore, StorageUnavailable, ticketSeconds } from "./object-store.ts";

export interface S3Settings {
  /** By default Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket is in the path, not in the host. */
  readonly pathStyle: boolean;
}

const connectMs = 3_000;
const longestSilenceMs = 15_000;

export function createS3Store(settings: S3Settings, silentMs = longestSilenceMs): ObjectStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 2,
    // Other stores do not know Amazon's newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silentMs, throwOnRequestTimeout: true },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  const storageUri = (key: string) => `s3://${bucket}/${key}`;

  return {
    receiver: null,
    storageUri,
    async presignPost({ key, size, mime }) {
      const expiresAt = new Date(Date.now() + ticketSeconds * 1000);
      const { url, fields } = await createPresignedPost(client, {
        ...at(key),
        Conditions: [["content-length-range", size, size]],
        Fields: { "Content-Type": mime },
        Expires: ticketSeconds,
      });
      return { uploadUri: url, storageUri: storageUri(key), fields, expiresAt };
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw new StorageUnavailable({ cause: error });
      }
    },
    async read(key, range) {
      const Range = range && `bytes=${range.first}-${range.last}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }));
        if (Body) return Body.transformToWebStream();
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing({ cause: error }) : new StorageUnavailable({ cause: error });
      }
      throw new StorageUnavailable();
    },
    put: (key, mime, bytes) => send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: mime })),
    remove: (key) => send(new DeleteObjectCommand(at(key))),
    // S3 has no incomplete objects.
    async sweep() {},
  };

  async function send(command: PutObjectCommand | DeleteObjectCommand): Promise<void> {
    try {
      await (command instanceof PutObjectCommand ? client.send(command) : client.send(command));
    } catch (error) {
      if (!isMissing(error)) throw new StorageUnavailable({ cause: error });
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
