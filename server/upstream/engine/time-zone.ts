import { z } from "zod";

const timeZones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);

/** A clock by its IANA name, as in "America/Denver". */
export const timeZone = z.string().refine((name) => timeZones.has(name), "Choose a time zone.");
