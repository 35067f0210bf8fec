const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The picture of the signed-out page, never cached: each view of that page clears the cache. */
export async function loader() {
  return new Response(pixel, {
    headers: { "Content-Type": "image/gif", "Cache-Control": "no-store", "Clear-Site-Data": '"cache"' },
  });
}
