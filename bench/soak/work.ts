/** What people do all the time. */
import { setTimeout as wait } from "node:timers/promises";
import type { Person } from "./person.ts";
import { readOn } from "./reading.ts";
import { lookAtPictures, upload, uploadInParts } from "./uploading.ts";
import { addComment, addTask, createClient } from "./writing.ts";

/** The longest pause between two things that somebody does, in ms. */
const longestPauseMs = 8_000;

type Activity = (person: Person) => Promise<void>;

/** What people do, and how often among a hundred times. */
const activities: readonly (readonly [Activity, times: number])[] = [
  [(person) => readOn(person.visitor), 58],
  [lookAtPictures, 14],
  [createClient, 7],
  [addTask, 7],
  [addComment, 6],
  [upload, 5],
  [uploadInParts, 3],
];

/** Does one thing after the other until the time has come; what fails is left. */
export async function work(person: Person, until: number, onFailure: (error: unknown) => void): Promise<void> {
  while (performance.now() < until) {
    await wait(Math.random() * longestPauseMs);
    try {
      await chosen()(person);
    } catch (error) {
      onFailure(error);
    }
  }
}

function chosen(): Activity {
  let left = Math.random() * activities.reduce((sum, [, times]) => sum + times, 0);
  for (const [activity, times] of activities) {
    left -= times;
    if (left < 0) return activity;
  }
  return (person) => readOn(person.visitor);
}
