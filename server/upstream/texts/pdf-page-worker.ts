/**
 * A thread of its own that draws the first page of one PDF, given as its data, posts it as PNG, and ends; null when there is
 * nothing to be drawn. Whoever starts it bounds its time and its memory.
 */
import { parentPort, workerData } from "node:worker_threads";
import { createIsomorphicCanvasFactory, getDocumentProxy, renderPageAsImage } from "unpdf";

/** Pixels of the longer side. */
const longest = 1024;
/** Of a picture on the page: that of a sheet scanned at 600 dots an inch. More is not drawn. */
const maxPixels = 36_000_000;

async function draw(bytes: Uint8Array): Promise<Uint8Array | null> {
  const canvasImport = () => import("@napi-rs/canvas");
  const CanvasFactory = await createIsomorphicCanvasFactory(canvasImport);
  // Glyphs as outlines: a font of the file's own is never handed to the system. Nothing is fetched, and nothing evaluated.
  const fonts = { disableFontFace: true, useSystemFonts: true };
  const safety = { isEvalSupported: false, maxImageSize: maxPixels, stopAtErrors: false, verbosity: 0 };
  const pdf = await getDocumentProxy(bytes, { ...fonts, ...safety, CanvasFactory });
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  // A page as thin as a line would ask for a picture of no width.
  if (!(width > 0 && height > 0) || Math.max(width, height) / Math.min(width, height) > 20) return null;
  const scale = longest / Math.max(width, height);
  const png = await renderPageAsImage(pdf, 1, { canvasImport, scale });
  return png instanceof ArrayBuffer ? new Uint8Array(png) : null;
}

parentPort?.postMessage(await draw(workerData).catch(() => null));
