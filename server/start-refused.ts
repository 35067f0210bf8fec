/** The operator can put this right; `message` says how. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
