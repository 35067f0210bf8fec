/** How much script pages have, as people choose it for a browser. Automatic is no choice. */
export const pageModes = [
  { value: "auto", label: "Automatic" },
  { value: "lite", label: "Lite" },
  { value: "full", label: "Full" },
] as const;
