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
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The browser of a request in a few words, as in "Firefox, Android", for people to know their own; "" for an unknown one. */
export function deviceOf(request: Request): string {
  return namesOf(request).join(", ");
}

/** The same as a part of an English sentence: "Firefox on Android". */
export function deviceInWords(request: Request): string {
  return namesOf(request).join(" on ");
}

function namesOf(request: Request): readonly string[] {
  const agent = request.headers.get("User-Agent") ?? "";
  return [browsers, systems].flatMap((list) => list.find(([, pattern]) => pattern.test(agent))?.[0] ?? []);
}
