import { greetingOf } from "../../spelling/greeting.ts";
import type { Client } from "./client.ts";

type Greeted = Pick<Client, "name" | "greetedAs" | "language" | "ownLanguage">;

/** How emails and the portal greet a client, in words; null where the service does not keep it. */
export function describeGreeting({ name, greetedAs, language, ownLanguage }: Greeted): string | null {
  if (greetedAs === undefined) return null;
  return greetingOf(name, greetedAs, ownLanguage ?? language ?? "en") || "without a name";
}
