import type { EnhancerParts } from "../ui/document-parts.ts";

/** The styles, inlined so that a page is one request; linked in development, where Vite reloads them. */
export function StylesTag({ styles, address }: { styles: string | null; address?: string | undefined }) {
  if (styles === null) return <link rel="stylesheet" href={address ?? "/app/ui/app.css"} />;
  return <style suppressHydrationWarning {...inline(styles)} />;
}

/** The enhancer with its settings; nothing on pages without scripts. */
export function EnhancerTag({ enhancer }: { enhancer: EnhancerParts | null }) {
  if (enhancer === null) return null;
  const { text, manifest, adapted, keep } = enhancer;
  return (
    <script
      suppressHydrationWarning
      data-enhancer=""
      data-manifest={manifest}
      data-adapted={adapted ? "" : undefined}
      data-keep={keep}
      {...inline(text)}
    />
  );
}

/** The script of a page's own, behind what it works on; nothing on others. */
export function OwnScriptTag({ script }: { script: string | undefined }) {
  return script === undefined ? null : <script {...inline(script)} />;
}

/** Text of our own build, which must not be escaped in style and script elements. */
function inline(text: string) {
  return { dangerouslySetInnerHTML: { __html: text } };
}
