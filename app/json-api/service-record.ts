import type * as z from "zod/mini";
import type { Attributes } from "./api.ts";
import type { JsonObject } from "./json-object.ts";
import { spelled } from "./schema-names.ts";
import { listWordOf, type Service, type ServiceList, wordOf } from "./service.ts";
import { type Spelling, spell } from "./spelling.ts";

/** The name of an attribute in what is sent. @param name in camel or snake case */
export function attributeAt(list: ServiceList | undefined, name: string, how: Spelling): string {
  return list?.attributes[spell(name, "camel")] ?? spell(name, how);
}

/**
 * What is sent of a record: its type, attributes and links as the service has them.
 * @param path of the call @param type by the app's name; undefined where the document names none
 */
export function recordAt(
  service: Service,
  { path, type }: { readonly path: string; readonly type: string | undefined },
  attributes: Attributes,
  schema: z.ZodMiniType,
): JsonObject {
  const { names, writes } = service;
  if (service.isWhole) return { type, attributes: spelled(attributes, schema, names.attributes) };
  const list = service.lists[wordOf(path)];
  const nameOf = (name: string) => attributeAt(list, name, names.attributes);
  const own: Record<string, unknown> = {};
  const links: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const stem = writes.links === "linkage" ? /^(.+)Id$/.exec(name)?.[1] : undefined;
    const target = stem === undefined ? undefined : service.lists[listWordOf(stem)];
    if (stem === undefined || target === undefined) own[name] = value;
    else links[nameOf(stem)] = { data: typeof value === "string" ? { type: target.type, id: value } : null };
  }
  const written = Object.entries(spelled(own, schema, names.attributes)).map(([name, value]) => [nameOf(name), value]);
  return {
    type: list?.type ?? type,
    attributes: Object.fromEntries(written),
    ...(Object.keys(links).length > 0 && { relationships: links }),
  };
}
