import { href, redirect, redirectDocument } from "react-router";
import { stopKeeping } from "../session/kept-device.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/device-remove";

export async function loader() {
  throw redirect(href("/device"));
}

/** The worker asks afterwards whose device it is, and forgets all. A second time changes nothing, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  await stopKeeping(context);
  setToast(context, "This device keeps nothing anymore.");
  return redirectDocument(href("/device"), 303);
}
