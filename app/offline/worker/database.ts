/** What the worker keeps beside the copies of pages, in IndexedDB. */

/** A copy of a page, whose bytes are in the cache. */
export interface PageRow {
  /** With the query. */
  readonly path: string;
  readonly title: string;
  /** When the device got it, and when the server said it, in ms. */
  readonly at: number;
  readonly saidAt: number;
  readonly bytes: number;
  readonly etag: string | null;
  /** When somebody looked at it; 0 for a page of today that nobody opened. */
  readonly seen: number;
  readonly isToday: boolean;
  /** Addresses of its photos. */
  readonly photos: readonly string[];
}

/** A form that waits; all that was typed is sealed. */
export interface FormRow {
  readonly id: number;
  readonly person: string;
  readonly workspace: string;
  readonly at: number;
  /** "open": somebody looks at it at its own page; "shared": nobody has said where it goes. */
  readonly state: "waiting" | "open" | "refused" | "shared";
  /** Of the app's last answer; 0 for none. */
  readonly status: number;
  readonly tries: number;
  /** Before then it isn't tried again, in ms. */
  readonly next: number;
  readonly sealed: Sealed;
}

/** The bytes of one of its files. */
export interface FileRow {
  readonly form: number;
  readonly index: number;
  readonly sealed: Sealed;
  /** The id of its resumable upload, once there is one. */
  readonly upload: string | null;
}

/** Bytes by AES-256-GCM, under a key that only its person's private key opens. */
export interface Sealed {
  readonly key: ArrayBuffer;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

interface Values {
  /** Whose pages are kept, as pages name them: "person.mark/workspace". */
  owner: string;
  /** The same as pages say it to the worker. */
  token: string;
  /** The id of who said that this is their device, and how to seal for them; both stay when they sign out. */
  person: string;
  publicKey: CryptoKey;
  /** The device's id at the server. */
  device: string;
  /** While they are signed in. */
  privateKey: CryptoKey;
  /** In ms, as the next. */
  contact: number;
  refreshed: number;
  /** Somebody signed out without a connection: the server has to be told. */
  leaving: boolean;
}

interface Stores {
  forms: FormRow;
  files: FileRow;
  pages: PageRow;
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("latchkey", 1);
    request.onupgradeneeded = () => {
      const { result } = request;
      result.createObjectStore("forms", { keyPath: "id", autoIncrement: true });
      result.createObjectStore("files", { keyPath: ["form", "index"] });
      result.createObjectStore("pages", { keyPath: "path" });
      result.createObjectStore("values");
    };
    request.onsuccess = () => {
      const close = () => {
        request.result.close();
        opened = undefined;
      };
      request.result.onclose = close;
      request.result.onversionchange = close;
      resolve(request.result);
    };
    request.onerror = () => {
      opened = undefined;
      reject(request.error);
    };
  });
  return opened;
}

/** Runs work in one transaction. @returns the result of the request that it gives, as the database's library types it */
async function run<Result>(
  mode: IDBTransactionMode,
  names: readonly (keyof Stores | "values")[],
  work: (...stores: IDBObjectStore[]) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(names, mode, { durability: "strict" });
    const request = work(...names.map((name) => transaction.objectStore(name)));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** All rows, in the order of their keys. */
export async function all<Name extends keyof Stores>(name: Name): Promise<readonly Stores[Name][]> {
  return (await run("readonly", [name], (store) => store?.getAll())) ?? [];
}

export async function put<Name extends keyof Stores>(name: Name, row: Stores[Name]): Promise<void> {
  await run("readwrite", [name], (store) => store?.put(row));
}

export async function dropPageRow(path: string): Promise<void> {
  await run("readwrite", ["pages"], (store) => store?.delete(path));
}

export async function clearPageRows(): Promise<void> {
  await run("readwrite", ["pages"], (store) => store?.clear());
}

const filesOf = (form: number) => IDBKeyRange.bound([form], [form, []]);

/** Adds a form with its files, in place of earlier ones. @returns its id */
export async function addForm(
  form: Omit<FormRow, "id">,
  files: readonly Omit<FileRow, "form">[],
  replaced: readonly number[],
): Promise<number> {
  const id = await run("readwrite", ["forms", "files"], (forms, bodies) => {
    for (const old of replaced) {
      forms?.delete(old);
      bodies?.delete(filesOf(old));
    }
    const request = forms?.add(form);
    request?.addEventListener("success", () => {
      for (const file of files) bodies?.put({ ...file, form: request.result });
    });
    return request;
  });
  return Number(id);
}

export async function dropForm(id: number): Promise<void> {
  await run("readwrite", ["forms", "files"], (forms, files) => {
    forms?.delete(id);
    files?.delete(filesOf(id));
    return undefined;
  });
}

/** The form as it is now; undefined once it is gone. */
export async function findForm(id: number): Promise<FormRow | undefined> {
  return run("readonly", ["forms"], (store) => store?.get(id));
}

/** The files of a form, in their order. */
export async function findFiles(form: number): Promise<readonly FileRow[]> {
  return (await run("readonly", ["files"], (store) => store?.getAll(filesOf(form)))) ?? [];
}

/** A single value; undefined where there is none. */
export async function value<Name extends keyof Values>(name: Name): Promise<Values[Name] | undefined> {
  return run("readonly", ["values"], (store) => store?.get(name));
}

export async function setValue<Name extends keyof Values>(name: Name, given: Values[Name] | undefined): Promise<void> {
  await run("readwrite", ["values"], (store) => {
    if (given === undefined) store?.delete(name);
    else store?.put(given, name);
    return undefined;
  });
}
