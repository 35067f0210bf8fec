import * as z from "zod/mini";
import { asObject, isObject, type JsonObject } from "./json-object.ts";
import { type Spelling, spell } from "./spelling.ts";

export interface Member {
  readonly name: string;
  readonly wireName: string;
  readonly dashedName: string;
  /** The value for null, and for a missing member unless that is told apart. */
  readonly nothing: null | undefined;
  /** Whether a missing member stays missing: its schema takes both, so that a page can tell what a service does not know. */
  readonly isMissingKept: boolean;
  readonly structure: Structure;
}

/**
 * The objects with named members inside the values of a schema. Null for scalars and free-form maps, whose values are
 * not changed.
 */
type Structure =
  | { readonly kind: "object"; readonly members: () => readonly Member[] }
  | { readonly kind: "list"; readonly element: Structure }
  | null;

/** The structure of a schema, through optional and nullable ones. Members are found when first needed. */
export function structureOf(schema: z.core.$ZodType): Structure {
  if (schema instanceof z.core.$ZodObject) return objectOf(() => schema._zod.def.shape);
  if (schema instanceof z.core.$ZodArray) {
    const element = structureOf(schema._zod.def.element);
    return element && { kind: "list", element };
  }
  if (schema instanceof z.core.$ZodUnion) return structureOfUnion(schema._zod.def.options);
  if (schema instanceof z.core.$ZodPipe) return structureOf(schema._zod.def.in);
  if (schema instanceof z.core.$ZodLazy) return structureOf(schema._zod.innerType);
  const { def } = schema._zod;
  return "innerType" in def && def.innerType instanceof z.core.$ZodType ? structureOf(def.innerType) : null;
}

/** Alternatives are told apart after renaming, so the names of all of them are used. */
function structureOfUnion(options: readonly z.core.$ZodType[]): Structure {
  const objects = options.filter((option) => option instanceof z.core.$ZodObject);
  if (objects.length > 1) return objectOf(() => Object.assign({}, ...objects.map((option) => option._zod.def.shape)));
  return options.map(structureOf).find((structure) => structure !== null) ?? null;
}

function objectOf(shape: () => Readonly<Record<string, z.core.$ZodType>>): Structure {
  let members: readonly Member[] | undefined;
  return {
    kind: "object",
    members: () => {
      members ??= Object.entries(shape()).map(([name, schema]) => memberOf(name, schema));
      return members;
    },
  };
}

export function memberOf(name: string, schema: z.core.$ZodType): Member {
  const nothing = z.core.safeParse(schema, null).success ? null : undefined;
  const isMissingKept = nothing === null && schema instanceof z.core.$ZodOptional;
  const [wireName, dashedName] = [spell(name, "snake"), spell(name, "dash")];
  return { name, wireName, dashedName, nothing, isMissingKept, structure: structureOf(schema) };
}

/** A value from the wire with the app's names. */
export function fromWire(value: unknown, structure: Structure): unknown {
  if (structure?.kind === "object" && isObject(value)) return copyFromWire(structure.members(), value, { ...value });
  if (structure?.kind === "list" && Array.isArray(value)) return value.map((one) => fromWire(one, structure.element));
  return value;
}

/** Copies the members found in `source`, under either spelling, into `target`, which it returns. */
export function copyFromWire(members: readonly Member[], source: JsonObject, target: Record<string, unknown>) {
  for (const { name, wireName, dashedName, nothing, isMissingKept, structure } of members) {
    let value = source[wireName];
    if (value === undefined && name !== wireName) value = source[name] ?? source[dashedName];
    if (value === null || (value === undefined && !isMissingKept)) value = nothing;
    if (value !== undefined) target[name] = structure === null ? value : fromWire(value, structure);
    else if (target[name] === null) delete target[name];
  }
  return target;
}

/** Attributes with the names that a service takes. Nested names change where the schema has them. */
export function spelled(attributes: JsonObject, schema: z.core.$ZodType, how: Spelling): JsonObject {
  if (how === "camel") return attributes;
  const known = toWire(attributes, structureOf(schema), how);
  return Object.fromEntries(Object.entries(asObject(known)).map(([name, value]) => [spell(name, how), value]));
}

function toWire(value: unknown, structure: Structure, how: Spelling): unknown {
  if (structure?.kind === "list" && Array.isArray(value))
    return value.map((one) => toWire(one, structure.element, how));
  if (structure?.kind !== "object" || !isObject(value)) return value;
  const members = new Map(structure.members().map((member) => [member.name, member]));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const member = members.get(name);
      return member ? [spell(name, how), toWire(inner, member.structure, how)] : [name, inner];
    }),
  );
}
