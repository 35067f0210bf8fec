import { useFormAction, useLocation } from "react-router";

/**
 * Where a form posts that names no address. React Router's own answer escapes the escaped slash of an id once more: the path is taken
 * from the address as it is written, as far as the route that the form is in.
 */
export function useOwnAddress(): string {
  const [path = "", ...query] = useFormAction().split("?");
  const written = useLocation().pathname.split("/").slice(0, path.split("/").length);
  return [path === "/" ? path : written.join("/"), ...query].join("?");
}
