import { notFound } from "../session/session.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader() {
  throw notFound();
}

export async function action() {
  throw notFound();
}

export default function SettingsNotFound() {
  return null;
}
