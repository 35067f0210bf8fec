import fc from "fast-check";
import { UNSAFE_decodeViaTurboStream as decode, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { describe, expect, test } from "vitest";
import { encodeData } from "#app/entry/page-data.ts";

/** What React Router's client makes of a page with this data in it. */
async function arrive(
  loaded: unknown,
  errors: Record<string, unknown> | null = null,
  signal = new AbortController().signal,
) {
  const { text, stream } = encodeData({ loaderData: { page: loaded }, actionData: { page: "done" }, errors });
  expect(text).not.toContain("\n");
  const { value } = await decode(stream?.(signal) ?? new Blob([`${text}\n`]).stream(), globalThis);
  return value;
}

const given = (loaded: unknown) => ({ loaderData: { page: loaded }, actionData: { page: "done" }, errors: null });

const numbers = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0),
);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string({ unit: "binary" }),
    numbers,
    fc.bigInt(),
    fc.constantFrom(null, undefined, true, false, "", "-5", "Z", "__proto__", "</script><!--\u2028"),
    fc.date(),
    fc.array(tie("any")),
    fc.dictionary(
      fc.string().filter((name) => name !== "__proto__"),
      tie("any"),
      { noNullPrototype: true },
    ),
    fc.array(tie("any")).map((list) => new Set(list)),
    fc.array(fc.tuple(tie("any"), tie("any"))).map((pairs) => new Map(pairs)),
  ),
})).any;

test("whatever loaders give arrives as it was", () =>
  fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(await arrive(value)).toEqual(given(value));
    }),
  ));

test("what stands in it twice is one thing again, and may name itself", async () => {
  const client = { name: "Maya" };
  const knot: Record<string, unknown> = { first: client, second: client, list: [client, client] };
  knot.self = knot;
  const { text } = encodeData({ loaderData: { page: knot }, actionData: null, errors: null });
  expect(text.match(/Maya/g)).toHaveLength(1);
  const { loaderData } = await decode(new Blob([text]).stream(), globalThis).then(
    ({ value }) => value as typeof value & { loaderData: Record<string, typeof knot> },
  );
  expect(loaderData.page?.second).toBe(loaderData.page?.first);
  expect(loaderData.page?.self).toBe(loaderData.page);
});

test("a date that is none, an address, an expression, and a list with holes arrive", async () => {
  const sparse = [1, 2, 3];
  delete sparse[1];
  const odd = [new Date(Number.NaN), new URL("https://a.example/b?c"), /a"b/giu, sparse];
  const arrived = await arrive(odd);
  expect(arrived).toEqual(given(odd));
});

test("what no browser can have is left out", async () => {
  class Client {
    name = "Maya";
    greet = () => "Hello";
  }
  expect(await arrive({ client: new Client(), call: () => 1, symbol: Symbol.for("a") })).toEqual(
    given({ client: { name: "Maya", greet: undefined }, call: undefined, symbol: undefined }),
  );
});

describe("errors", () => {
  test("of routes arrive with what they tell, others without", async () => {
    const refusal = new ErrorResponse(404, "Not Found", { refused: "It is gone." }, true);
    const told = new RangeError("Unexpected Server Error");
    delete told.stack;
    const { errors, loaderData } = (await arrive({ inside: new Error("a secret") }, { list: refusal, root: told })) as {
      errors: Record<string, Error & { data: unknown; status: number }>;
      loaderData: { page: { inside: Error } };
    };
    expect(errors.list).toBeInstanceOf(ErrorResponse);
    expect([errors.list?.status, errors.list?.data]).toEqual([404, { refused: "It is gone." }]);
    expect(errors.root).toBeInstanceOf(RangeError);
    expect(errors.root?.message).toBe("Unexpected Server Error");
    expect(loaderData.page.inside.message).toBe("Unexpected Server Error");
    expect(loaderData.page.inside.stack).toBeUndefined();
  });
});

type Panels = { loaderData: { page: Record<string, Promise<unknown>> } };

describe("promises", () => {
  test("arrive with what they come to, in any order, and within each other", async () => {
    const client = { name: "Maya" };
    const slow = Promise.withResolvers<unknown>();
    const arrived = (await arrive({
      client,
      slow: slow.promise,
      again: Promise.resolve(client),
      nothing: Promise.resolve(null),
      outer: Promise.resolve({ inner: Promise.resolve([client, "late"]) }),
    })) as Panels;
    const { page } = arrived.loaderData;
    expect(await page.again).toBe(page.client);
    expect(await page.nothing).toBeNull();
    const { inner } = (await page.outer) as { inner: Promise<unknown> };
    expect(await inner).toEqual([client, "late"]);
    slow.resolve({ text: "last", client });
    expect(await page.slow).toEqual({ text: "last", client });
  });

  test("that fail arrive as failures without a reason", async () => {
    const { page } = ((await arrive({ broken: Promise.reject(new Error("a secret")) })) as Panels).loaderData;
    await expect(page.broken).rejects.toThrow("Unexpected Server Error");
  });

  test("fail when nobody waits any more", async () => {
    const leaving = new AbortController();
    const { page } = ((await arrive({ never: new Promise(() => {}) }, null, leaving.signal)) as Panels).loaderData;
    leaving.abort();
    await expect(page.never).rejects.toThrow("Unexpected Server Error");
  });
});
