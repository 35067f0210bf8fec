/** Somebody who works with the product for as long as the soak goes on. */
import { demoOwner } from "#tests/support/records.ts";
import { enter } from "../measure/product.ts";
import type { TimedVisitor } from "./timed-visitor.ts";
import type { Writes } from "./writes.ts";

export interface Person {
  readonly visitor: TimedVisitor;
  /** What their texts begin with. */
  readonly name: string;
  readonly writes: Writes;
  /** Pages of pictures that they have uploaded. */
  readonly pictures: string[];
  count: number;
}

/** Roles of the demo that may write. */
const roles = ["owner", "admin", "manager", "member"];

/** Signs somebody in, under one of the demo's accounts. @param place among all people, from 0 */
export async function signInPerson(visitor: TimedVisitor, place: number, writes: Writes): Promise<Person> {
  const email = `${roles[place % roles.length]}@evergreen.example`;
  await enter(visitor, { ...demoOwner, email });
  return { visitor, name: `Soak${place}`, writes, pictures: [], count: 0 };
}

/** A text that is there once, whoever else writes. */
export function newText(person: Person, what: string): string {
  person.count += 1;
  return `${person.name} ${what} ${person.count}`;
}
