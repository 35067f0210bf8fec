/** The values that a call gives: undefined is none, null is one. */
export function givenOf<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  const isGiven = (entry: [string, Value | undefined]): entry is [string, Value] => entry[1] !== undefined;
  return Object.fromEntries(Object.entries(values).filter(isGiven));
}
