import { Outlet } from "react-router";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Shows what a page below throws in the page's place, within the frame. Tabs and dialogs have a boundary of their own. */
export default function Boundary() {
  return <Outlet />;
}
