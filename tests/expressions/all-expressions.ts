/** Every regular expression that text of others may meet. */
import { globSync } from "node:fs";
import { z } from "zod";
import { type Expression, expressionsIn } from "#tests/support/expressions.ts";

export const sources: readonly string[] = globSync("{app,arithmetic,server,spelling}/**/*.{ts,tsx}").sort();
export const inSources: readonly ReturnType<typeof expressionsIn>[] = sources.map(expressionsIn);

/** What zod tests text with, by the names of its schemas. */
export const inZod: Readonly<Record<string, RegExp>> = {
  email: z.regexes.email,
  uuid: z.regexes.uuid(),
  date: z.regexes.date,
  datetime: z.regexes.datetime({}),
};

export const expressions: readonly Expression[] = [
  ...inSources.flatMap(({ found }) => found),
  ...Object.entries(inZod).map(([name, { source, flags }]) => ({ place: `zod's ${name}`, source, flags })),
];

/** An expression as a program has it: "/a+/i". */
export const written = ({ source, flags }: Pick<Expression, "source" | "flags">): string =>
  String(new RegExp(source, flags));
