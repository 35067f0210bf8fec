/**
 * What agents note of a client besides the contact details: each field once. The resource, inputs, imports, merges and the deletion
 * of a person's data follow from here.
 */
import { z } from "zod";
import { partsOf } from "../engine/declared-fields.ts";
import { text } from "../engine/record.ts";
import { clients, languages } from "../tables.ts";
import { line, words } from "./field-kinds.ts";
import { mostTags } from "./inputs.ts";

/** Fields that an import reads from cells of the same name. */
export const importedFields = {
  tags: words(clients.tags, { label: "Tag", most: mostTags, mostJoined: mostTags }),
  leadSource: line(clients.leadSource, "Lead source", 100),
  /** In greetings; null: what their name says. */
  greetedAs: line(clients.greetedAs, "Call them", 100),
};

export const clientFields = {
  ...importedFields,
  /** In which one writes to them; null: none chosen. */
  language: {
    columns: [clients.language],
    attribute: text(clients.language),
    input: z.enum(languages, "Choose English or Spanish.").nullable().optional(),
  },
};

export const importedValues = z.object(partsOf(importedFields, "value"));
