/** A thread that draws a PDF's first page as PNG, and ends; null when nothing can be drawn. Its starter bounds time and memory. */
import { parentPort, workerData } from "node:worker_threads";
import { createIsomorphicCanvasFactory, getDocumentProxy, renderPageAsImage } from "unpdf";

const longest = 1024;
/** Of a picture on the page: a sheet at 600 dpi. */
const maxPixels = 36_000_000;

async function draw(bytes: Uint8Array): Promise<Uint8Array | null> {
  const canvasImport = () => import("@napi-rs/canvas");
  const CanvasFactory = await createIsomorphicCanvasFactory(canvasImport);
  // Glyphs as outlines, so that no font of the file reaches the system; nothing is fetched or evaluated.
  const fonts = { disableFontFace: true, useSystemFonts: true };
  const safety = { isEvalSupported: false, maxImageSize: maxPixels, stopAtErrors: false, verbosity: 0 };
  const pdf = await getDocumentProxy(bytes, { ...fonts, ...safety, CanvasFactory });
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  // A page as thin as a line would have no width.
  if (!(width > 0 && height > 0) || Math.max(width, height) / Math.min(width, height) > 20) return null;
  const scale = longest / Math.max(width, height);
  const png = await renderPageAsImage(pdf, 1, { canvasImport, scale });
  return png instanceof ArrayBuffer ? new Uint8Array(png) : null;
}

parentPort?.postMessage(await draw(workerData).catch(() => null));
