/**
 * A thread that parses one email, or finds secrets in it, and ends. Its starter bounds time and memory, since an email can be
 * made so that parsing never ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import { findTokens, readMail } from "./read-mail.ts";

const { bytes, known } = workerData;
parentPort?.postMessage(known === undefined ? await findTokens(bytes) : await readMail(bytes, known));
