import { Outlet } from "react-router";
import { leadVisitors } from "./visitors.server.ts";

/** The layout above a workspace's own address, which is for its staff and, in another way, for everybody. */

export const middleware = [leadVisitors];

export async function loader() {
  return null;
}

export default function WorkspaceAddress() {
  return <Outlet />;
}
