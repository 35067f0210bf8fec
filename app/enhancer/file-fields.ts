/**
 * What the enhancer does besides on pages with a field for files; other pages do without these bytes. As the enhancer it has no
 * imports and no exports, and the page works without it.
 */

/**
 * Files that are dropped or pasted anywhere on a form are chosen in its field, beside those before, and the field shows meanwhile where
 * they will go. What has words besides, as cells of a sheet, is pasted as these.
 */
function takeFiles(event: FileEvent): void {
  const { type, target, clipboardData, dataTransfer: data = clipboardData } = event;
  if (event.relatedTarget && type === "dragleave") return;
  for (const field of document.querySelectorAll(".dropping")) field.classList.remove("dropping");
  const form = target instanceof Element ? target.closest("form") : null;
  const field = form?.querySelector<HTMLInputElement>("[type=file]:enabled");
  if (!field || !data?.types.includes("Files") || type === "dragleave") return;
  if (clipboardData?.types.includes("text/plain")) return;
  // Or else the browser shows the file in place of the page.
  event.preventDefault();
  if (type === "dragover") field.classList.add("dropping");
  else if (field.multiple || data.files.length === 1) {
    const all = new DataTransfer();
    for (const file of [...((field.multiple && field.files) || []), ...data.files]) all.items.add(file);
    field.files = all.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else saySingle(field, true);
}

/** Of a pointer, or of the clipboard. */
type FileEvent = Event &
  Partial<Pick<DragEvent, "relatedTarget" | "dataTransfer"> & Pick<ClipboardEvent, "clipboardData">>;

/** Says behind a field for one file that no more are taken, until one is chosen. */
function saySingle(field: HTMLInputElement, isSaid: boolean): void {
  const note = field.parentElement?.querySelector<HTMLElement>("[data-single]");
  if (note) note.textContent = isSaid ? (note.dataset.single ?? "") : "";
}

/** Of a picture that is shown before it is sent, in CSS pixels. */
const previewWidth = 96;

/**
 * Says below a field for files which were chosen, and how large they are, and shows those that are pictures: one after the other,
 * since many large ones at once would take all memory of a phone.
 */
async function showChosen({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLInputElement)) return;
  const { files } = target;
  if (!files) return;
  saySingle(target, false);
  const list = target.nextElementSibling;
  if (!(list instanceof HTMLOutputElement)) return;
  list.textContent = Array.from(files, ({ name, size }) => {
    const kilobytes = Math.ceil(size / 1024);
    return `${name}, ${kilobytes < 1000 ? `${kilobytes} k` : `${(kilobytes / 1024).toFixed(1)} M`}B`;
  }).join("\n");
  for (const file of files) {
    const picture = /^image/.test(file.type) && (await draw(file));
    if (picture && target.files === files) list.append(picture);
  }
}

/** A small picture of a file; null for a file that this browser can't show. */
async function draw(file: File): Promise<HTMLCanvasElement | null> {
  const canvas = document.createElement("canvas");
  try {
    const picture = await createImageBitmap(file, { resizeWidth: previewWidth });
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    return canvas;
  } catch {
    return null;
  }
}

for (const type of ["dragover", "dragleave", "drop", "paste"] as const) addEventListener(type, takeFiles);
addEventListener("change", showChosen);

// A file without imports and exports is a script, whose names would be everybody's.
export {};
