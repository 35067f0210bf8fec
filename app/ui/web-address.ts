import * as z from "zod/mini";
import { optionalText } from "./form-values.ts";

const longest = 2000;
const message = "Enter the address of a page on the web, as in https://example.com.";

/** The address of a page on the web in its one spelling, null when there is none. People may leave "https://" out. */
export function webAddress() {
  return z.pipe(
    optionalText(longest).check(z.refine((typed) => typed === null || spellingOf(typed) !== null, message)),
    z.transform((typed) => (typed === null ? null : spellingOf(typed))),
  );
}

/** @returns null for what is no page on the web, names no site, or has a user's name or password in it */
function spellingOf(typed: string): string | null {
  const url = URL.parse(
    /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]*:\d+(\/|$)/.test(typed) ? typed : `https://${typed}`,
  );
  if (url === null || !["http:", "https:"].includes(url.protocol) || /\s/.test(typed)) return null;
  const isSite =
    url.hostname.includes(".") && !url.hostname.endsWith(".") && url.username === "" && url.password === "";
  return isSite && url.href.length <= longest ? url.href : null;
}
