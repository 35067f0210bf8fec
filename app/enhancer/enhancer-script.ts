import { readFile } from "node:fs/promises";
import { minify, type Plugin, transformWithOxc } from "vite";

const query = "?script";

/**
 * Vite plugin: `import text from "./enhancer.ts?script"` gives a TypeScript file as the text of one classic script, without
 * types and minified, ready to stand inline in a document. The file may import nothing.
 */
export function enhancerScript(): Plugin {
  return {
    name: "latchkey:enhancer-script",
    enforce: "pre",
    load: {
      filter: { id: /\?script$/ },
      async handler(id) {
        const file = id.slice(0, -query.length);
        this.addWatchFile(file);
        const text = await compileScript(file);
        return { code: `export default ${JSON.stringify(text)};`, moduleType: "js" };
      },
    },
  };
}

/** The text of the script in a TypeScript file: an immediately called function, so that it leaves no globals behind. */
export async function compileScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, "utf8"), file, { target: "es2022" });
  const script = `(()=>{${code.replace(/^export\s*\{\s*\};?$/m, "")}})()`;
  const small = await minify(file.replace(/\.ts$/, ".js"), script, { compress: true, mangle: true, module: false });
  if (small.errors.length > 0) throw new Error(`${file}: ${small.errors[0]?.message}`);
  // "</script" would end the element that the text stands in.
  return small.code.trim().replaceAll("</", "<\\/");
}
