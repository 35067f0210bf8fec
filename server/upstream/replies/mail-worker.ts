/**
 * A thread of its own that reads one email, or finds what may be secrets in it, posts what was read, and ends. Whoever starts it bounds
 * its time and its memory: an email can be made so that it never ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import { findTokens, readMail } from "./read-mail.ts";

const { bytes, known } = workerData;
parentPort?.postMessage(known === undefined ? await findTokens(bytes) : await readMail(bytes, known));
