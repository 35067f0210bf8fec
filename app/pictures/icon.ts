/** Icons in place of pictures, as SVG of 32 by 24 units. */

/** Answered while a picture is being drawn. Nobody keeps it; by its width of 32 pixels the enhancer knows to ask again. */
export function pendingIcon(drawing: string): Response {
  return iconResponse(` width="32" height="24"`, drawing, "private, no-store");
}

/** Answered where there is no picture. A browser keeps it for a minute. */
export function noPictureIcon(drawing: string): Response {
  return iconResponse("", drawing, "private, max-age=60");
}

function iconResponse(size: string, drawing: string, cacheControl: string): Response {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24"${size}>${drawing}</svg>`;
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": cacheControl, Vary: "Cookie" },
  });
}
