import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { beforeAll, describe, expect, test } from "vitest";

const theme = readFileSync("app/ui/app.css", "utf8");

/** Colours by name: light and dark, each as six digits. */
const colours = new Map(
  [...theme.matchAll(/--color-([\w-]+): light-dark\(#(\w{6}), #(\w{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, [light, dark]] as const,
  ),
);

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: 0 | 1): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((name) => luminance(colours.get(name)?.[scheme] ?? ""))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const papers = ["paper", "bar", "sunken"];
const texts = [
  ...["ink", "ink-2", "accent", "bad", "warn"].flatMap((text) => papers.map((paper) => [text, paper] as const)),
  ["ink-3", "paper"],
  ["on-go", "go"],
  ["on-go", "toast"],
  ["accent", "wash"],
  ["warn", "warn-wash"],
  ["bad", "bad-wash"],
  ["ink", "warn-wash"],
  ["ink", "bad-wash"],
  ["paper", "ink"],
] as const;

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("in %s", (_name, scheme) => {
  test.each(texts)("%s can be read on %s", (text, paper) => {
    expect(contrast(text, paper, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(papers)("the edge of a field and the focus can be seen on %s", (paper) => {
    expect(contrast("edge", paper, scheme)).toBeGreaterThanOrEqual(3);
    expect(contrast("accent", paper, scheme)).toBeGreaterThanOrEqual(3);
  });
});

let sheet = "";

beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [tailwindcss()],
    build: { write: false, rollupOptions: { input: "app/ui/app.css" } },
  });
  const outputs = "output" in result ? result.output : [];
  const asset = outputs.find((output) => output.fileName.endsWith(".css"));
  sheet = asset?.type === "asset" ? String(asset.source) : "";
});

// Pages that hydrate carry it; first visits carry the rules that they use, and are measured page by page.
test("the whole sheet is small", () => {
  expect(sheet.length).toBeGreaterThan(5000);
  const compressed = brotliCompressSync(sheet, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  expect(compressed.length).toBeLessThan(13_800);
});

test("the sheet asks for nothing from elsewhere", () => {
  expect(sheet).not.toMatch(/url\(|@import|@font-face/);
});

test("every colour is a token", () => {
  const files = globSync("app/ui/styles/*.css");
  expect(files.length).toBeGreaterThan(3);
  // Shadows apart, which are black in both schemes.
  for (const file of files) expect(readFileSync(file, "utf8")).not.toMatch(/#[\da-f]{3,8}\b|rgb\((?!0 0 0 )|hsl|oklch/);
});
