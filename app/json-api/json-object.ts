export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is an object, otherwise one without members: for reading members that may be missing. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
