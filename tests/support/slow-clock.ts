/**
 * Loaded before a server (`node --import`): its clock, and that of its embedded database, begins at one moment and goes 60 times
 * slower than it should. What happens in one order keeps it, and no page tells another minute because the machine was busy.
 */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const starts = Date.parse("2030-11-26T18:04:10Z");
const { now } = Date;
const began = now();
const slowNow = () => Math.floor(starts + (now() - began) / 60);
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [slowNow()] : given, made),
  apply: (target) => new target(slowNow()).toString(),
  get: (target, name) => (name === "now" ? slowNow : Reflect.get(target, name)),
});

const { fork } = childProcess;
const slowFork = (file: string, given: readonly string[], options: childProcess.ForkOptions) =>
  fork(file, given, { ...options, execArgv: ["--import", import.meta.filename] });
Object.assign(childProcess, { fork: slowFork });
syncBuiltinESMExports();
