import { expect, test } from "vitest";
import { alternate, Series } from "../../bench/measure/figure.ts";

test("compared subjects take turns, and each round begins with another one", async () => {
  const order: string[] = [];
  const contender = (name: string) =>
    new Series(async () => {
      order.push(name);
      return name;
    });
  const [one, two] = [contender("one"), contender("two")];
  await alternate(3, [one, two]);
  expect(order).toEqual(["one", "two", "two", "one", "one", "two"]);
  expect(one.results).toHaveLength(3);
  expect(two.results).toHaveLength(3);
});
