/** How much script pages have, as people choose it for a browser. Automatic is no choice. */
export const pageModes = [
  { value: "auto", label: "Automatic" },
  { value: "lite", label: "Light" },
  { value: "full", label: "Full" },
] as const;
