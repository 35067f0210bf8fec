/** The embedded service as others are: without versions of its records, and without memory of the keys of writes. */
import { http } from "msw";
import { z } from "zod";
import type { Application } from "./application.ts";

/** A write as the service received it. */
interface Write {
  /** As in "PATCH /clients/5f…". */
  readonly call: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface LesserService {
  /** Every write so far. */
  readonly writes: readonly Write[];
  /** The same, without what was received before. */
  writesSince(count: number): readonly Write[];
  /** Whether the answers to writes are lost on the way from now on: they are written all the same. */
  loseAnswers(isLost: boolean): void;
}

const body = z.object({ data: z.object({ attributes: z.record(z.string(), z.unknown()).default({}) }) });

/** Has the app talk to it until the test ends. */
export function knowLess(app: Application): LesserService {
  app.pretend({ service: "cautious", demo: true });
  const writes: Write[] = [];
  let isLost = false;
  app.use(
    http.all("*/api/*", async ({ request }) => {
      const headers = new Headers(request.headers);
      for (const name of ["if-match", "if-none-match", "idempotency-key"]) headers.delete(name);
      const text = await request.text();
      const isWrite = request.method !== "GET";
      if (isWrite) {
        const attributes = text === "" ? {} : body.parse(JSON.parse(text)).data.attributes;
        writes.push({ call: `${request.method} ${new URL(request.url).pathname.replace("/api", "")}`, attributes });
      }
      const { method, url } = request;
      const answer = await app.forward(new Request(url, { method, headers, body: text === "" ? null : text }));
      if (isWrite && isLost) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      return withoutVersions(answer);
    }),
  );
  return {
    writes,
    writesSince: (count) => writes.slice(count),
    loseAnswers(given) {
      isLost = given;
    },
  };
}

async function withoutVersions(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("etag");
  const text = await answer.text();
  const isJson = headers.get("content-type")?.includes("json") === true && text !== "";
  const hide = (name: string, value: unknown) => (name === "etag" ? undefined : value);
  const shown = isJson ? JSON.stringify(JSON.parse(text, hide)) : text;
  headers.delete("content-length");
  return new Response(text === "" ? null : shown, { status: answer.status, headers });
}
