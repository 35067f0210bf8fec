import * as z from "zod/mini";

type Schema = z.core.$ZodType;

/** Objects may contain themselves. */
const deepest = 8;

/** Text with a form of its own, by the name of its attribute; all other texts are empty. */
const formats: readonly (readonly [name: RegExp, text: string])[] = [
  [/(^id|Id)$/, "00000000-0000-4000-8000-000000000000"],
  [/(At|On|Time|From|Until|Since)$|^(date|day|time|start|end)/i, "2000-01-01T00:00:00Z"],
  [/currency/i, "USD"],
  [/amount|price|total|number$/i, "0.00"],
];

/**
 * Makes a value that a schema accepts and that says nothing of anybody: empty texts, zeros, one element in each list.
 * @param name of the attribute, by which texts of a certain form are told
 * @returns what the schema reads, before its transformations
 */
export function blankValue(schema: Schema, name = "", depth = 0): unknown {
  if (depth > deepest) return undefined;
  const inner = (next: Schema) => blankValue(next, name, depth + 1);
  if (schema instanceof z.core.$ZodObject) {
    const members = Object.entries(schema._zod.def.shape);
    return Object.fromEntries(members.map(([member, of]) => [member, blankValue(of, member, depth + 1)]));
  }
  if (schema instanceof z.core.$ZodArray) return [inner(schema._zod.def.element)];
  if (schema instanceof z.core.$ZodTuple) return schema._zod.def.items.map(inner);
  if (schema instanceof z.core.$ZodUnion) return inner(schema._zod.def.options[0] ?? schema);
  if (schema instanceof z.core.$ZodPipe) return inner(schema._zod.def.in);
  if (schema instanceof z.core.$ZodLazy) return inner(schema._zod.innerType);
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries)[0];
  if (schema instanceof z.core.$ZodLiteral) return schema._zod.def.values[0];
  if (schema instanceof z.core.$ZodRecord) return {};
  if (schema instanceof z.core.$ZodBoolean) return false;
  if (schema instanceof z.core.$ZodNumber) return 0;
  if (schema instanceof z.core.$ZodUnknown) return null;
  const { def } = schema._zod;
  if ("innerType" in def && def.innerType instanceof z.core.$ZodType) return inner(def.innerType);
  return formats.find(([names]) => names.test(name))?.[1] ?? "";
}
