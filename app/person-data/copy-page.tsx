import { clockOf, dayOf } from "../client-pages/texts/format.ts";
import type { Language } from "../client-pages/texts/languages.ts";
import { textsOf } from "../client-pages/texts/texts.ts";
import type { CopySections, CopyValue } from "./person-copy.ts";

/** How values of the copy are read. */
export interface CopyReading {
  readonly language: Language;
  readonly timeZone: string;
}

type CopyPageProps = CopyReading & { name: string; sections: CopySections; madeAt: string };

/** The copy of a person's data as a page of its own, which is opened from a folder: it loads nothing. */
export function CopyPage({ name, sections, madeAt, ...reading }: CopyPageProps) {
  const { copy } = textsOf(reading.language);
  const title = copy.title(name);
  return (
    <html lang={reading.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style>{sheet}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>{copy.intro(momentOf(madeAt, reading))}</p>
        {Object.entries(sections).map(([section, records]) => (
          <section key={section}>
            <h2>{copy.sections[section] ?? section}</h2>
            {records.length === 0 ? <p>{copy.none}</p> : null}
            {records.map((record, index) => (
              <Fields key={String(index)} record={record} {...reading} />
            ))}
          </section>
        ))}
      </body>
    </html>
  );
}

const sheet =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dl{border-top:1px solid;padding-top:.5rem}dt{font-weight:600}dd{margin:0 0 .5rem;white-space:pre-line;overflow-wrap:anywhere}dl dl{border:0;padding:0 0 0 1rem}";

type FieldsProps = CopyReading & { record: Readonly<Record<string, CopyValue>> };

function Fields({ record, ...reading }: FieldsProps) {
  const { fields } = textsOf(reading.language).copy;
  const shown = Object.entries(record).filter(([name, value]) => name !== "file_id" && !isEmpty(value));
  return (
    <dl>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{fields[name] ?? name}</dt>
          <dd>
            <Value name={name} value={value} {...reading} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmpty = (value: CopyValue) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** What has fixed words, which are said in the reader's language. */
const worded = new Set([
  "language",
  "mail_choice",
  "outcome",
  "stage",
  "priority",
  "kind",
  "choice",
  "status",
  "reasons",
]);

function Value({ name, value, ...reading }: CopyReading & { name: string; value: CopyValue }) {
  const { copy } = textsOf(reading.language);
  if (typeof value === "boolean") return value ? copy.yes : copy.no;
  if (Array.isArray(value)) return value.map((part) => wordOf(name, String(part), reading)).join(", ");
  if (typeof value === "object" && value !== null) return <Fields record={value} {...reading} />;
  if (name === "file" && typeof value === "string") return <a href={encodeURI(value)}>{value}</a>;
  if (/_at$|^since$|_since$/.test(name) && typeof value === "string") return momentOf(value, reading);
  return wordOf(name, String(value), reading);
}

function wordOf(name: string, value: string, { language }: CopyReading): string {
  return worded.has(name) ? (textsOf(language).copy.values[value] ?? value) : value;
}

function momentOf(moment: string, { language, timeZone }: CopyReading): string {
  return `${dayOf(language, moment, timeZone)}, ${clockOf(language, moment, timeZone)}`;
}
