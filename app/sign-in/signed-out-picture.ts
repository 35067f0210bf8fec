import type { Route } from "./+types/signed-out-picture";

const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * The picture of the signed-out page, never cached: each view of that page clears the cache, and the storage as well where a worker
 * has signed out, whose own answer clears nothing.
 */
export async function loader({ url }: Route.LoaderArgs) {
  const cleared = url.searchParams.has("wiped") ? '"cache", "storage"' : '"cache"';
  return new Response(pixel, {
    headers: { "Content-Type": "image/gif", "Cache-Control": "no-store", "Clear-Site-Data": cleared },
  });
}
