import { data } from "react-router";

export { RouteError as ErrorBoundary } from "./ui/error-view.tsx";

/** Whatever no other route answers. */
export async function loader() {
  throw data("Not Found", { status: 404 });
}

export async function action() {
  throw data("Not Found", { status: 404 });
}

export default function NotFound() {
  return null;
}
