import * as z from "zod/mini";

/** What can be done with a file whose name is taken. */
export const clashWays = [
  { value: "keep_both", label: "Keep both: the new file gets a number" },
  { value: "replace", label: "Replace: the existing file becomes an older version" },
  { value: "discard", label: "Skip this file" },
] as const;

const way = z.enum(["keep_both", "replace", "discard"], "Choose what to do.");

/** Uploaded files and what to do with each, in the same order. */
export const clashForm = z.object({
  file: z.optional(z.array(z.string().check(z.maxLength(100)))),
  choice: z.optional(z.array(way)),
});

/** More than an upload form can send. */
export const mostClashes = 50;
