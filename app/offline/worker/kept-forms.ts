import { addForm, all, type FileRow, type FormRow, findForm, type Sealed, value } from "./database.ts";
import { makeRoom, personOf } from "./owner.ts";
import { seal, unseal } from "./sealing.ts";

/** Forms as they are kept: what was typed, and the files, are sealed for their person. */

export type Field = readonly [name: string, value: string | FileName];

export interface FileName {
  readonly name: string;
  readonly type: string;
}

/** What is sealed of a form besides its files. */
export interface Typed {
  /** Path and query to which it is sent. */
  readonly url: string;
  readonly isMultipart: boolean;
  readonly fields: readonly Field[];
}

export type OpenForm = FormRow & Typed;

export const isFile = (field: Field): field is readonly [string, FileName] => typeof field[1] !== "string";
export const isText = (field: Field): field is readonly [string, string] => typeof field[1] === "string";

export const textOf = ({ fields }: Pick<Typed, "fields">, wanted: string): string =>
  fields.filter(isText).find(([name]) => name === wanted)?.[1] ?? "";

/** Fields as a form without files sends them. */
export const encode = (texts: readonly (readonly [string, string])[]): URLSearchParams =>
  new URLSearchParams(texts.map(([name, text]) => [name, text]));

/** The fields of a form that is sent, and its files in their order. A field for files in which none was chosen is left out. */
export function fieldsOf(data: FormData): { readonly fields: readonly Field[]; readonly files: readonly File[] } {
  const files: File[] = [];
  const fields = [...data].flatMap(([name, given]): Field[] => {
    if (typeof given === "string") return [[name, given]];
    if (given.name === "" && given.size === 0) return [];
    files.push(given);
    return [[name, { name: given.name, type: given.type }]];
  });
  return { fields, files };
}

/** The forms of the owner that wait, the oldest first. */
export async function ownForms(): Promise<readonly OpenForm[]> {
  return openOwn(await all("forms"));
}

/** One of them; undefined for any other. Each is opened by a slow key: who needs one opens one. */
export async function ownForm(id: number): Promise<OpenForm | undefined> {
  const row = await findForm(id);
  return row && (await openOwn([row]))[0];
}

async function openOwn(rows: readonly FormRow[]): Promise<readonly OpenForm[]> {
  const owner = await value("owner");
  const privateKey = await value("privateKey");
  if (owner === undefined || privateKey === undefined) return [];
  const own = rows.filter(({ person }) => person === personOf(owner));
  const opened = await Promise.all(own.map((form) => openForm(form, privateKey)));
  return opened.filter((form) => form !== null);
}

/** Null for what another key sealed: that of the device before it was forgotten. */
async function openForm(form: FormRow, privateKey: CryptoKey): Promise<OpenForm | null> {
  try {
    const typed: Typed = JSON.parse(new TextDecoder().decode(await unseal(privateKey, form.sealed)));
    return { ...form, ...typed };
  } catch {
    return null;
  }
}

interface NewForm {
  readonly typed: Typed;
  readonly person: string;
  readonly workspace: string;
  readonly state?: FormRow["state"];
  /** Since when it waits; now where not given. */
  readonly at?: number;
  readonly files?: readonly File[];
  /** Files that are sealed already. */
  readonly sealedFiles?: readonly FileRow[];
  /** In place of these. */
  readonly replaced?: readonly number[];
}

/** Writes a form down. @returns its id @throws where there is no room, or nobody for whom it could be sealed */
export async function storeForm(form: NewForm): Promise<number> {
  const {
    typed,
    person,
    workspace,
    state = "waiting",
    at = Date.now(),
    files = [],
    sealedFiles = [],
    replaced = [],
  } = form;
  const sealed = await sealBytes(new TextEncoder().encode(JSON.stringify(typed)));
  const bodies: Omit<FileRow, "form">[] = [...sealedFiles];
  for (const [index, file] of files.entries())
    bodies.push({ index, sealed: await sealBytes(await file.arrayBuffer()), upload: null });
  const row = { person, workspace, at, state, status: 0, tries: 0, next: 0, sealed };
  return addForm(row, bodies, replaced).catch(async () => {
    // No room: copies can be had again, what was typed cannot.
    await makeRoom(typed.url);
    return addForm(row, bodies, replaced);
  });
}

async function sealBytes(bytes: BufferSource): Promise<Sealed> {
  const publicKey = await value("publicKey");
  if (publicKey === undefined) throw new Error("Nothing can be sealed yet.");
  return seal(publicKey, bytes);
}
