import { Outlet } from "react-router";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export default function Boundary() {
  return <Outlet />;
}
