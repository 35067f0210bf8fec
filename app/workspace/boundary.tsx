import { Outlet } from "react-router";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The layout of the pages about people and workspaces: shows what a page throws in the page's place, within the frame. */
export default function Boundary() {
  return <Outlet />;
}
