import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";

/** Gives the HTML that the server makes of an element, standing in a page at `path`. */
export async function renderPart(element: ReactElement, path = "/"): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([{ path: "*", element }]);
  const context = await query(new Request(new URL(path, "http://latchkey.test")));
  if (context instanceof Response) throw new Error("A part does not redirect.");
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
