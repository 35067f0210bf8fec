import { notFound } from "../session/session.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Whatever has no page in the settings: said beside their menu. */
export async function loader() {
  throw notFound();
}

export async function action() {
  throw notFound();
}

export default function SettingsNotFound() {
  return null;
}
