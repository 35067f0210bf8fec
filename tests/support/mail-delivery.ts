/** A mail server in front of the service, which hands replies by email over. */
import { createTransport } from "nodemailer";

/** The settings of a service that takes such replies. */
export const replies = { domain: "reply.example", authservId: "mx.example" };

/** The header by which the mail server says that an address is proved. */
export const proved = (address: string) =>
  `Authentication-Results: ${replies.authservId}; dmarc=pass header.from=${address.split("@")[1]}`;

interface Delivery {
  readonly raw: Uint8Array;
  readonly to: string;
  readonly from?: string | undefined;
}

/** Delivers an email on a port of this machine; gives the answer, as in "250 2.6.0 Taken". */
export async function deliverMail(
  { port, lmtp = false }: { readonly port: number; readonly lmtp?: boolean },
  { raw, to, from = "ana@mail.example" }: Delivery,
): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true, lmtp });
  try {
    const { response } = await transport.sendMail({ envelope: { from, to }, raw: Buffer.from(raw) });
    return response;
  } catch (error) {
    return error instanceof Error && "response" in error ? String(error.response) : String(error);
  } finally {
    transport.close();
  }
}
