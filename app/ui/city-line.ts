/** City, state and zip as one line; "" when there are none. */
export function cityLine({ city, state, zip }: Readonly<Record<"city" | "state" | "zip", string | null>>): string {
  const region = [state, zip].filter((part) => part).join(" ");
  return [city, region].filter((part) => part).join(", ");
}
