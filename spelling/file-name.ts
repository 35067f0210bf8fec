/**
 * A stem with its ending. One that is too long is cut between characters as people see them, of which several letters may make one.
 * @param most in what `sizeOf` counts
 */
export function fitName(stem: string, ending: string, most: number, sizeOf: (text: string) => number): string {
  if (sizeOf(stem + ending) <= most) return stem + ending;
  let room = most - sizeOf(`…${ending}`);
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(stem)) {
    room -= sizeOf(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…${ending}`;
}
