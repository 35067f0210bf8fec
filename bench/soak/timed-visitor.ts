import { Response } from "undici";
import { Visitor } from "#tests/support/visitor.ts";
import { type Answer, kindOf } from "./answers.ts";

type Request = Parameters<Visitor["request"]>;

/** A visitor whose every answer is read to its end and noted down. */
export class TimedVisitor extends Visitor {
  readonly #answers: Answer[];

  constructor(origin: string, answers: Answer[]) {
    super(origin);
    this.#answers = answers;
  }

  override async request(path: Request[0], init: NonNullable<Request[1]> = {}): Promise<Response> {
    const { method = "GET", headers = {} } = init;
    const { pathname } = new URL(path, this.origin);
    const kind = kindOf(method, pathname, headers["content-type"]);
    const askedAt = performance.now();
    let status = 0;
    try {
      const response = await super.request(path, init);
      const bytes = await response.arrayBuffer();
      status = response.status;
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers: response.headers });
    } finally {
      const ms = performance.now() - askedAt;
      this.#answers.push({ kind, what: `${method} ${pathname}`, askedAt, ms, status });
    }
  }
}
