/** What the embedded store refuses, in the codes and the form of Amazon's S3. */

export type RefusalCode =
  | "AccessDenied"
  | "SignatureDoesNotMatch"
  | "InvalidPolicyDocument"
  | "MalformedPOSTRequest"
  | "EntityTooLarge"
  | "EntityTooSmall"
  | "PreconditionFailed"
  | "NoSuchBucket"
  | "MethodNotAllowed"
  | "InternalError";

const statuses: Readonly<Record<RefusalCode, number>> = {
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  InvalidPolicyDocument: 400,
  MalformedPOSTRequest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  PreconditionFailed: 412,
  NoSuchBucket: 404,
  MethodNotAllowed: 405,
  InternalError: 500,
};

export class PostRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = "PostRefused";
    this.code = code;
  }
}

/** The refusal as an answer; nothing that was sent is repeated in it. */
export function answerRefusal({ code, message }: PostRefused): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const headers = { "Content-Type": "application/xml", "Cache-Control": "no-store" };
  return new Response(body, { status: statuses[code], headers });
}
