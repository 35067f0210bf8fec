/** The embedded object store by itself: takes signed posts on PORT into the folder STORE_DIR. `GET /counts` answers when it is there. */
import { serve } from "@hono/node-server";
import { createEmbeddedStore } from "#server/upstream/storage/embedded-store.ts";
import { storeSigner } from "./store-signer.ts";

const store = createEmbeddedStore({
  folder: process.env.STORE_DIR ?? "",
  signer: storeSigner,
  log: { error: () => {} },
});

serve({
  fetch: async (request) => store.receiver?.fetch(request) ?? new Response(null, { status: 404 }),
  port: Number(process.env.PORT),
  hostname: "127.0.0.1",
});
