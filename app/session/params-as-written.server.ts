import type { MiddlewareFunction } from "react-router";

/**
 * Root middleware: gives pages the parameters of their address as they are written there. React Router reads "%2F" as "/" even where
 * it is part of an id, which stands in an address as "%252F".
 */
export const readParamsAsWritten: MiddlewareFunction<Response> = ({ params, pattern, url }, next) => {
  if (url.pathname.includes("%252F")) {
    const segments = segmentsOf(url.pathname);
    const written = segmentsOf(pattern).flatMap((name, place) =>
      name.startsWith(":") ? [[name.slice(1), decodeURIComponent(segments[place] ?? "")]] : [],
    );
    Object.assign(params, Object.fromEntries(written));
  }
  return next();
};

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\//, "").split("/");
}
