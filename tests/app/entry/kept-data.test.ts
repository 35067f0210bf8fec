import { createRequestHandler, data, type ServerBuild } from "react-router";
import { expect, test, vi } from "vitest";
import { keepData, readKept } from "#app/entry/kept-data.ts";
import { scriptsCookie } from "#app/session/scripts-choice.server.ts";

const secret = "four hundred clients";
const page = { default: () => null };

const routes: ServerBuild["routes"] = {
  root: { id: "root", path: "", module: page },
  list: { id: "list", parentId: "root", path: "list", module: { ...page, loader: () => ({ secret }) } },
  gone: { id: "gone", parentId: "root", path: "gone", module: { ...page, loader: () => data({ secret }, 410) } },
};

/** A build whose pages are what React Router encoded for the browser, and what the page is rendered from. */
const build: ServerBuild = {
  entry: {
    module: {
      async default(_request, status, _headers, { serverHandoffStream, staticHandlerContext }) {
        const encoded = await new Response(serverHandoffStream).text();
        return Response.json({ encoded, rendered: readKept(staticHandlerContext.loaderData) }, { status });
      },
    },
  },
  routes: keepData(routes),
  assets: { version: "1", url: "/m.js", entry: { module: "/e.js", imports: [] }, routes: {} },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};
const handle = createRequestHandler(build, "production");

async function open(path: string, cookie = ""): Promise<{ encoded: string; rendered: Record<string, unknown> }> {
  return (await handle(new Request(`http://latchkey.test${path}`, { headers: { cookie } }))).json();
}

test.each(["", `${scriptsCookie}=full`])(
  "a page is rendered from data that React Router does not encode: %s",
  async (cookie) => {
    const { encoded, rendered } = await open("/list", cookie);
    expect(rendered).toEqual({ list: { secret } });
    expect(encoded).not.toContain(secret);
  },
);

test("no error is made on the way, whose stack trace would cost more than the encoding", async () => {
  const made = vi.spyOn(globalThis, "Error");
  await open("/list");
  expect(made).not.toHaveBeenCalled();
});

test("a navigation by scripts gets its data, whatever pages the browser gets", async () => {
  const answer = await handle(new Request("http://latchkey.test/list.data"));
  expect(await answer.text()).toContain(secret);
});

test("data with a status of its own keeps both", async () => {
  const answer = await handle(new Request("http://latchkey.test/gone"));
  expect(answer.status).toBe(410);
  expect((await answer.json()).rendered).toEqual({ gone: { secret } });
});
