import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { multipartOf } from "#tests/support/form-entries.ts";
import { announce, sendPart } from "#tests/support/resumable.ts";
import { newText, type Person } from "./person.ts";
import { sendUntilSaved } from "./sending.ts";

const uploadPage = "/documents/uploads/new";

/** Uploads a picture by the form, and looks at its thumbnail later. */
export async function upload(person: Person): Promise<void> {
  const name = `${newText(person, "picture")}.png`;
  const file = new File([await drawPicture()], name, { type: "image/png" });
  const fields = await hiddenFields(person);
  if (fields.length === 0) return;
  const write = person.writes.begin("document", name);
  const location = await sendUntilSaved(person.visitor, write, {
    path: uploadPage,
    fields: multipartOf(fields, [file]),
  });
  if (location === null) return;
  const { document } = await person.visitor.open(`/documents?${new URLSearchParams({ q: name })}`);
  const tiles = document.querySelectorAll('main li > a[href^="/documents/"]');
  const link = tiles.find((tile) => tile.text.includes(name))?.getAttribute("href");
  if (link !== undefined) person.pictures.push(link);
}

/** Uploads a text as a browser with scripts does: in two parts, then by the form that names them. */
export async function uploadInParts(person: Person): Promise<void> {
  const name = `${newText(person, "paper")}.txt`;
  const text = randomBytes(60_000).toString("hex");
  const half = text.length / 2;
  const path = await announce(person.visitor, { name, size: text.length });
  await sendPart(person.visitor, path, 0, text.slice(0, half));
  const { status } = await sendPart(person.visitor, path, half, text.slice(half));
  const fields = await hiddenFields(person);
  if (status !== 204 || fields.length === 0) return;
  const body = new URLSearchParams(Object.fromEntries([...fields, ["upload[0]", path.slice("/uploads/".length)]]));
  await sendUntilSaved(person.visitor, person.writes.begin("document", name), { path: uploadPage, fields: body });
}

/** Looks at a list of documents with its thumbnails, and at a picture of one's own. */
export async function lookAtPictures({ visitor, pictures }: Person): Promise<void> {
  const { document } = await visitor.open("/documents");
  const shown = document.querySelectorAll('img[src*="/thumbnail"]').map((image) => image.getAttribute("src") ?? "");
  const own = pictures.at(-1);
  const wanted = own === undefined ? shown.slice(0, 6) : [...shown.slice(0, 6), `${own}/thumbnail?size=large`];
  await Promise.all(wanted.map((path) => visitor.request(path)));
}

async function hiddenFields({ visitor }: Person): Promise<(readonly [string, string])[]> {
  const { document } = await visitor.open(uploadPage);
  const inputs = document.querySelectorAll("main form[method=post] input[type=hidden]");
  return inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""] as const);
}

/** A picture unlike all others, of some 200 kB. */
async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [900, 600];
  const noise = randomBytes((width / 3) * (height / 3) * 3);
  const small = sharp(noise, { raw: { width: width / 3, height: height / 3, channels: 3 } });
  return new Uint8Array(await small.resize(width, height).png({ compressionLevel: 3 }).toBuffer());
}
