import type { DeclaredField, ValuesOf } from "./declared-fields.ts";

/** What agents note of a client besides the contact details: each field once. The attributes, files and merges follow from here. */
export const clientFields = {
  tags: { kind: "words", label: "Tags" },
  /** Where they came from. */
  leadSource: { kind: "line", label: "Lead source" },
  /** In greetings; null: what their name says. */
  greetedAs: { kind: "line", label: "Call them" },
  /** In which one is written to them, as the agent chose it. */
  language: { kind: "choice", label: "Language" },
} as const satisfies Readonly<Record<string, DeclaredField>>;
export type ClientFieldName = keyof typeof clientFields;

/** Headings of columns that an import reads, besides the label. */
export const clientHeadings: Readonly<Partial<Record<ClientFieldName, readonly string[]>>> = {
  tags: ["labels", "groups", "hashtags", "categories"],
  leadSource: ["source"],
  greetedAs: ["nickname", "preferred name", "goes by", "salutation", "greeting"],
};

/** For the file to fill in. */
export const sampleFields: ValuesOf<typeof clientFields> = {
  tags: ["Relocation", "First-time buyer"],
  leadSource: "Referral",
  greetedAs: "",
};
