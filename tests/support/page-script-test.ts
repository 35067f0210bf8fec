import { chromium } from "playwright";
import { test as base } from "vitest";
import { compileScript } from "#app/enhancer/enhancer-script.ts";
import { chromiumArguments, ensureHeadlessChromium } from "./chromium.ts";

/**
 * Tests of a script that pages carry themselves, in a browser and without the app. Each file makes its own `test`.
 * @param path of the script's module, from the project's folder
 */
export const pageScriptTest = (path: string) =>
  base
    .extend("script", { scope: "file" }, () => compileScript(path))
    // Vitest reads the names of what a fixture needs, even where that is only to be there first.
    .extend("browser", { scope: "file" }, async ({ script: _script }, { onCleanup }) => {
      const executablePath = await ensureHeadlessChromium();
      const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
      onCleanup(() => browser.close());
      return browser;
    });
