import { readFile } from "node:fs/promises";
import { minify, type Plugin, transformWithOxc } from "vite";

const query = "?script";

/**
 * Vite plugin: `import text from "./enhancer.ts?script"` gives a TypeScript file as the minified text of a classic script,
 * to be inlined in a document. The file may import nothing.
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

/** Compiles a TypeScript file to the text of a script, wrapped in a function so that it defines no globals. */
export async function compileScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, "utf8"), file, { target: "es2022" });
  const script = `(()=>{${code.replace(/^export\s*\{\s*\};?$/m, "")}})()`;
  const small = await minify(file.replace(/\.ts$/, ".js"), script, { compress: true, mangle: true, module: false });
  if (small.errors.length > 0) throw new Error(`${file}: ${small.errors[0]?.message}`);
  // "</script" would end the script element.
  return small.code.trim().replaceAll("</", "<\\/");
}
