const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The browser of a request in a few words, as in "Firefox, Android", for people to know their own; "" for an unknown one. */
export function deviceOf(request: Request): string {
  const agent = request.headers.get("User-Agent") ?? "";
  const named = [browsers, systems].flatMap((list) => list.find(([, pattern]) => pattern.test(agent))?.[0] ?? []);
  return named.join(", ");
}
