/** "340 B", "12 kB", "3.4 MB": as people read it, in steps of 1024. */
export function formatSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"] as const;
  let step = 0;
  while (step < units.length - 1 && bytes >= 1000 * 1024 ** step) step += 1;
  const value = bytes / 1024 ** step;
  const digits = step > 0 && value < 9.95 ? 1 : 0;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${units[step]}`;
}
