import type { Foot } from "../session/foot.ts";
import { useTexts } from "./texts/texts.ts";

/**
 * What a workspace says about itself, under its name; nothing where it says nothing.
 * @param name of the workspace
 */
export function AboutWorkspace({ name, foot }: { name: string; foot: Foot | null }) {
  const { foot: words } = useTexts().landing;
  const description = foot?.description ?? "";
  return description === "" ? null : (
    <section className="sec">
      <h2>{words.about(name)}</h2>
      <p className="told">{description}</p>
    </section>
  );
}
