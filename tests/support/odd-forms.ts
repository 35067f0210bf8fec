/** What can be wrong with a posted form as a whole, apart from what is typed into it. */
import { hiddenFields } from "#app/session/hidden-fields.ts";

/** Each makes something odd out of the fields of a form that would be taken. */
export const oddFields: Readonly<Record<string, (fields: URLSearchParams) => void>> = {
  "no fields at all": (fields) => {
    for (const name of [...fields.keys()]) fields.delete(name);
  },
  "no hidden fields": (fields) => {
    for (const name of hiddenFields) fields.delete(name);
  },
  "hidden fields alone": (fields) => {
    for (const name of [...fields.keys()]) if (!hiddenFields.includes(name)) fields.delete(name);
  },
  "hidden fields with nothing in them": (fields) => {
    for (const name of hiddenFields) fields.set(name, "");
  },
  "hidden fields of a megabyte": (fields) => {
    for (const name of hiddenFields) fields.set(name, "v.".padEnd(300_000, "x"));
  },
  "hidden fields with a NUL": (fields) => {
    for (const name of hiddenFields) fields.set(name, "v.\0");
  },
  "hidden fields that are others'": (fields) => {
    for (const name of hiddenFields) fields.set(name, crypto.randomUUID());
  },
  "every field twice": (fields) => {
    for (const [name, value] of [...fields]) fields.append(name, `${value}2`);
  },
  "unknown fields": (fields) => {
    fields.append("role", "owner");
    fields.append("workspace_id", crypto.randomUUID());
    fields.append("id", crypto.randomUUID());
    fields.append("", "x");
  },
  "names of prototypes": (fields) => {
    for (const name of [
      "__proto__",
      "__proto__.polluted",
      "constructor.prototype.polluted",
      "toString",
      "hasOwnProperty",
    ])
      fields.append(name, "polluted");
    for (const name of [...fields.keys()]) fields.append(`${name}.__proto__.polluted`, "polluted");
  },
  "texts as lists and objects": (fields) => {
    for (const [name, value] of [...fields]) {
      fields.delete(name);
      fields.append(`${name}[0]`, value);
      fields.append(`${name}.first`, value);
    }
  },
  "indexes past all lists": (fields) => {
    for (const name of [...fields.keys()]) fields.append(`${name}[4294967295]`, "x");
    fields.append("preferredAreas[999]", "x");
  },
  "buttons of the form library": (fields) => {
    fields.append("__intent__", '{"type":"insert","payload":{"name":"name","index":1e9}}');
    fields.append("__state__", "{");
  },
  "a button that cannot be read": (fields) => fields.append("__intent__", "{"),
  "ten thousand fields": (fields) => {
    for (let index = 0; index < 10_000; index += 1) fields.append(`field${index}`, "x");
  },
  "a name as deep as can be": (fields) => fields.append(Array.from({ length: 2_000 }, () => "a").join("."), "x"),
};

const boundary = "----latchkey";
const part = (name: string, value: string, file = ""): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
const file = '; filename="x.txt"\r\nContent-Type: text/plain';

/** Bodies that are no such form, with their types. */
export const oddBodies: Readonly<Record<string, (fields: URLSearchParams) => readonly [type: string, body: string]>> = {
  "files in the place of texts": (fields) => [
    `multipart/form-data; boundary=${boundary}`,
    `${[...fields].map(([name, value]) => part(name, value, file)).join("")}--${boundary}--\r\n`,
  ],
  "files in the place of what is typed": (fields) => [
    `multipart/form-data; boundary=${boundary}`,
    `${[...fields].map(([name, value]) => part(name, value, hiddenFields.includes(name) ? "" : file)).join("")}--${boundary}--\r\n`,
  ],
  "a form in parts without its end": (fields) => [
    `multipart/form-data; boundary=${boundary}`,
    [...fields]
      .map(([name, value]) => part(name, value))
      .join("")
      .slice(0, -9),
  ],
  "a form in parts without its boundary": (fields) => ["multipart/form-data", fields.toString()],
  "parts of another boundary": () => ["multipart/form-data; boundary=other", `${part("name", "x")}--${boundary}--`],
  "a part without a name": () => [
    `multipart/form-data; boundary=${boundary}`,
    `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--\r\n`,
  ],
  JSON: (fields) => ["application/json", JSON.stringify(Object.fromEntries(fields))],
  "JSON:API": () => ["application/vnd.api+json", '{"data":{"type":"client"}}'],
  "plain text": (fields) => ["text/plain", [...fields].map((pair) => pair.join("=")).join("\r\n")],
  "no type": (fields) => ["", fields.toString()],
  "a type that is none": (fields) => ["%%%", fields.toString()],
  "another alphabet": (fields) => ["application/x-www-form-urlencoded; charset=utf-16", fields.toString()],
  "broken escapes": (fields) => ["application/x-www-form-urlencoded", `${fields}&name=%zz%&%=%&=&&&%ED%A0%80=%ff`],
  nothing: () => ["application/x-www-form-urlencoded", ""],
};
