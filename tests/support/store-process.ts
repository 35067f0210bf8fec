/** The embedded store in a process of its own; its first line of output is its origin. The argument is its folder. */
import { serve } from "@hono/node-server";
import { createEmbeddedStore } from "#server/upstream/storage/embedded-store.ts";

const [, , folder = "", secretAccessKey = ""] = process.argv;
const signer = { accessKeyId: "latchkey", secretAccessKey, region: "local" };
const store = createEmbeddedStore({ folder, signer, log: { error: () => {} } });
const { receiver } = store;
if (receiver === null) throw new Error("The store takes no posts.");
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/memory") return new Response(String(process.memoryUsage().rss));
  if (pathname.startsWith("/objects/")) return new Response(await store.read(pathname.slice("/objects/".length)));
  return receiver === null ? new Response(null, { status: 500 }) : receiver.fetch(request);
}
serve({ fetch: answer, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
