import { z } from "zod";
import { toCamel } from "./spelling.ts";

/**
 * A value of a document with the names inside it in camel case, as those of attributes: where its schema names members. Keys of maps
 * stay as they are.
 */
export function withCamelNames(value: unknown, schema: z.core.$ZodType): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (schema instanceof z.core.$ZodObject) return respellMembers(value, schema);
  if (schema instanceof z.core.$ZodArray) {
    const { element } = schema._zod.def;
    return Array.isArray(value) ? value.map((one) => withCamelNames(one, element)) : value;
  }
  if (schema instanceof z.core.$ZodPipe) return withCamelNames(value, schema._zod.def.in);
  if (schema instanceof z.core.$ZodUnion) {
    return schema._zod.def.options.reduce<unknown>((given, option) => withCamelNames(given, option), value);
  }
  const { def } = schema._zod;
  return "innerType" in def && def.innerType instanceof z.core.$ZodType ? withCamelNames(value, def.innerType) : value;
}

function respellMembers(value: object, { _zod }: z.core.$ZodObject): unknown {
  if (Array.isArray(value)) return value;
  const { shape } = _zod.def;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const camel = Object.hasOwn(shape, name) ? name : toCamel(name);
      const schema = Object.hasOwn(shape, camel) ? shape[camel] : undefined;
      return schema ? [camel, withCamelNames(member, schema)] : [name, member];
    }),
  );
}
