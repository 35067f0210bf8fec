/**
 * A thread of its own that reads one email, given as its data, posts what was read, and ends. Whoever starts it bounds its time and
 * its memory: an email can be made so that it never ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import { readMail } from "./read-mail.ts";

parentPort?.postMessage(await readMail(workerData));
