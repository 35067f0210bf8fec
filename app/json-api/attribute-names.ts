/** "phone_number" → "phoneNumber". A name that is in camel case already comes back unchanged. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[^_])_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** "phoneNumber" → "phone_number". A name that is in snake case already comes back unchanged. */
export function snakeCase(name: string): string {
  return name.replace(/(?<=[^_])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
