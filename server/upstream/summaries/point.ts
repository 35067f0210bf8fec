import { z } from "zod";

/** One thing that a document says, and where: its page, from 1. */
export const point = z.object({ text: z.string(), page: z.int() });
export type Point = Readonly<z.output<typeof point>>;
