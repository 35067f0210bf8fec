/**
 * What the enhancer does besides on pages with a field for files; other pages do without these bytes. As the enhancer it has no
 * imports and no exports, and the page works without it.
 */

/** The field of a form that files are dragged over: they may be dropped anywhere on the form. Null elsewhere. */
function fileFieldUnder({ target, dataTransfer }: DragEvent): HTMLInputElement | null {
  const form = target instanceof Element && dataTransfer?.types.includes("Files") ? target.closest("form") : null;
  return form?.querySelector<HTMLInputElement>("[type=file]:enabled") ?? null;
}

/** Files that are dropped are chosen in the form's field, which shows meanwhile where they will go. */
function dragFiles(event: DragEvent): void {
  if (event.type === "dragleave" && event.relatedTarget !== null) return;
  for (const field of document.querySelectorAll(".dropping")) field.classList.remove("dropping");
  const field = fileFieldUnder(event);
  const { type, dataTransfer } = event;
  if (field === null || dataTransfer === null || type === "dragleave") return;
  // Or else the browser shows the file in place of the page.
  event.preventDefault();
  if (type === "dragover") field.classList.add("dropping");
  else if (field.multiple || dataTransfer.files.length === 1) {
    field.files = dataTransfer.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else saySingle(field, true);
}

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
  if (!(target instanceof HTMLInputElement) || target.files === null) return;
  saySingle(target, false);
  const list = target.nextElementSibling;
  if (!(list instanceof HTMLOutputElement)) return;
  list.textContent = Array.from(target.files, ({ name, size }) => {
    const kilobytes = Math.ceil(size / 1024);
    return `${name}, ${kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1024).toFixed(1)} MB`}`;
  }).join("\n");
  const { files } = target;
  for (const file of files) {
    const picture = file.type.startsWith("image/") && (await draw(file));
    if (target.files !== files) return;
    if (picture) list.append(picture);
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

addEventListener("dragover", dragFiles);
addEventListener("dragleave", dragFiles);
addEventListener("drop", dragFiles);
addEventListener("change", showChosen);

// A file without imports and exports is a script, whose names would be everybody's.
export {};
