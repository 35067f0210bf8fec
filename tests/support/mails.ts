/** Emails as they come over the line. */

export interface TestMail {
  readonly from?: string;
  readonly to?: string;
  readonly id?: string | null;
  readonly headers?: readonly string[];
  readonly text?: string;
}

/** A plain email. */
export function plainMail({
  from = "ana@mail.example",
  to = "x@r.example",
  id = "<1@mail.example>",
  ...mail
}: TestMail = {}) {
  const lines = [
    ...(mail.headers ?? []),
    `From: ${from}`,
    `To: ${to}`,
    "Subject: Re: The house",
    "Date: Mon, 2 Nov 2026 09:15:00 -0600",
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    mail.text ?? "Thursday at 3 works.",
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n`);
}

export interface TestPart {
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
}

/** An email of parts, of which texts go as they are and bytes in base64. */
export function mailOfParts(
  parts: readonly TestPart[],
  { kind = "mixed", headers = [] as readonly string[] } = {},
): Buffer {
  const head = [
    ...headers,
    "From: ana@mail.example",
    "Subject: Re: The house",
    "Message-ID: <2@mail.example>",
    `Content-Type: multipart/${kind}; boundary="b0"`,
    "",
  ];
  const body = parts.flatMap((part) => [
    "--b0",
    ...part.headers,
    ...(typeof part.body === "string"
      ? ["", part.body]
      : ["Content-Transfer-Encoding: base64", "", base64Lines(part.body)]),
  ]);
  return Buffer.from([...head, ...body, "--b0--", ""].join("\r\n"));
}

function base64Lines(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n");
}
