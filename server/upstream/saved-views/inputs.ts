/** What people say about saved views. The words are shown beside the field. */
import { z } from "zod";
import { isStorable } from "../engine/text.ts";

/** The lists that have saved views. */
export const listNames = [
  "clients",
  "packages",
  "opportunities",
  "tasks",
  "documents",
  "activity",
  "calendar",
] as const;
/** "personal" is the current user's own, "workspace" everyone's. */
export const scopes = ["personal", "workspace"] as const;

const longest = 60;
const mostParameters = 20;

export const viewName = z
  .string()
  .trim()
  .min(1, "Name must be at least 1 character.")
  .max(longest, `Name must be at most ${longest} characters.`)
  .regex(/^\P{Cc}*$/u, "Name must be one line of text.");

export const list = z.enum(listNames, "This list has no saved views.");
export const scope = z.enum(scopes, "Choose who sees the view.");

/** Query parameters of the list's address. Which of them the list has, and what they may say, is known where the list is shown. */
export const parameters = z
  .record(
    z.string().regex(/^[a-z][a-z_]{0,39}$/, "A parameter is named in small letters."),
    z.string().max(200, "A filter must be at most 200 characters.").refine(isStorable, "A filter must be text."),
  )
  .refine((given) => Object.keys(given).length <= mostParameters, `A view has at most ${mostParameters} parameters.`);
