import { z } from "zod";

export const point = z.object({ text: z.string(), page: z.int() });
export type Point = Readonly<z.output<typeof point>>;
