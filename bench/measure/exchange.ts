/** One request and its answer exactly as they cross the wire, nothing unpacked. */
import { Agent, type IncomingHttpHeaders, request as send } from "node:http";

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Bytes of the status line and the headers with their closing line. */
  headerBytes: number;
  /** From sending to the last byte. */
  ms: number;
}

/** One connection, kept: what is compared must not pay for connecting. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a GET and gives the answer as it came, compressed when the headers ask for it. */
export function get(url: string | URL, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
          headerBytes: headerBytes(incoming.statusCode ?? 0, incoming.statusMessage ?? "", incoming.rawHeaders),
          ms: performance.now() - started,
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function headerBytes(status: number, message: string, rawHeaders: readonly string[]): number {
  const lines = [`HTTP/1.1 ${status} ${message}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return Buffer.byteLength(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** Sends the request one after the other and gives the time of each answer in ms. @throws on any status but 200. */
export async function timesOf(
  url: string | URL,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { status, ms } = await get(url, headers);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    times.push(ms);
  }
  return times;
}
