/** How names of several words are written: "phoneNumber", "phone_number", "phone-number". */
export type Spelling = "camel" | "snake" | "dash";

/** A name of several words as a service writes it. @param name in any spelling */
export function spell(name: string, how: Spelling): string {
  const snake = name.replace(/(?<=[^_])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_");
  if (how === "snake") return snake;
  if (how === "dash") return snake.replaceAll("_", "-");
  return snake.replace(/(?<=[^_])_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
