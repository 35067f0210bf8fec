/** The server cannot start for a reason that its operator can put right; `message` is the sentence to show them. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
