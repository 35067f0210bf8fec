import { notFound } from "./session/load.server.ts";

/** Whatever no other route answers. */
export async function loader() {
  throw notFound();
}

export async function action() {
  throw notFound();
}

export default function NotFound() {
  return null;
}
