/** A North American number without anything else, as most are. */
export const plainNumber = /^(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/;

/** A phone number as pages show it: North American ones in one spelling, "(206) 555-0142"; all others as they were typed. */
export function phoneText(typed: string): string {
  const [, area, exchange, line] = plainNumber.exec(typed.trim()) ?? [];
  return line === undefined ? typed : `(${area}) ${exchange}-${line}`;
}

/** Characters of a phone number, remarks included. */
export const longestPhone = 50;
