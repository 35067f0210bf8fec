/** The embedded service as others are: a record's tag is a hash of its content, so that it has the same one again. */
import { createHash } from "node:crypto";
import { http } from "msw";
import { z } from "zod";
import { mediaType } from "./answers.ts";
import type { Application } from "./application.ts";

const moment = /^\d{4}-\d\d-\d\dT/;
const tagged = z.object({ data: z.object({ meta: z.object({ etag: z.string() }) }) });

/** Has the app talk to it until the test ends. It checks If-Match, and keeps no keys. */
export function hashTags(app: Application): void {
  app.pretend({ service: "cautious", demo: true });
  /** Where the record of a tag is. */
  const places = new Map<string, string>();

  /** Hashes the tags of records in a document, but for moments: of them it counts whether there is one. */
  const withHashes = (text: string): string => {
    const hide = (_name: string, value: unknown) => (typeof value === "string" && moment.test(value) ? "once" : value);
    return JSON.stringify(JSON.parse(text), (_name, value: unknown) => {
      const record = z.object({
        attributes: z.unknown(),
        links: z.unknown(),
        meta: z.looseObject({ etag: z.string() }),
      });
      const { success, data } = record.safeParse(value);
      if (!success || typeof value !== "object") return value;
      const content = JSON.stringify(data.attributes, hide);
      const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
      const { self } = z.object({ self: z.string().optional() }).parse(data.links);
      if (self !== undefined) places.set(etag, self);
      return { ...value, meta: { ...data.meta, etag } };
    });
  };

  /** The service's own tag of the record that has this tag now; null for a record that has another one, or is gone. */
  const ownTag = async (tag: string, headers: Headers): Promise<string | null> => {
    const place = places.get(tag);
    if (place === undefined) return null;
    const reading = new Headers([...headers].filter(([name]) => /^(authorization|x-workspace-id)$/.test(name)));
    reading.set("accept", mediaType);
    const text = await (await app.forward(new Request(place, { headers: reading }))).text();
    const found = tagged.safeParse(JSON.parse(text));
    if (!found.success) return null;
    return tagged.parse(JSON.parse(withHashes(text))).data.meta.etag === tag ? found.data.data.meta.etag : null;
  };

  app.use(
    http.all("*/api/*", async ({ request }) => {
      const { method, url } = request;
      const headers = new Headers(request.headers);
      for (const name of ["if-none-match", "idempotency-key", "if-match"]) headers.delete(name);
      const known = request.headers.get("if-match");
      if (known !== null) headers.set("if-match", (await ownTag(known, headers)) ?? '"changed"');
      const text = await request.text();
      const answer = await app.forward(new Request(url, { method, headers, body: text === "" ? null : text }));
      if (answer.headers.get("content-type") !== mediaType) return answer;
      const shown = new Headers(answer.headers);
      for (const name of ["etag", "content-length"]) shown.delete(name);
      const body = await answer.text();
      return new Response(body === "" ? null : withHashes(body), { status: answer.status, headers: shown });
    }),
  );
}
