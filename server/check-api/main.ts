/** `npm run check-api -- https://api.example/api --write service.json`: finds out what a service is like, and describes it in a file. */
import { writeFileSync } from "node:fs";
import { runCommand } from "../command/command.ts";
import { readArguments, usage } from "./arguments.ts";
import { checkService, writeService } from "./check-service.ts";
import { readCredentials } from "./credentials.ts";
import { describeTable } from "./table.ts";

async function run(words: readonly string[]): Promise<string> {
  const given = readArguments(words, process.env);
  if (given === null) return usage;
  const { service: settings, url, write, record, withRecord } = given;
  const { service, table, isWrong } = await checkService({
    service: settings,
    url,
    withRecord,
    recordIn: record,
    readCredentials: () => readCredentials(process.env),
    onProgress: (done, all) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} lists${done === all ? "\n" : ""}`);
    },
  });
  if (isWrong) process.exitCode = 1;
  const said = describeTable(table);
  if (write === null) return `${said}--write service.json keeps this for API_SERVICE.\n`;
  writeFileSync(write, writeService(service));
  return `${said}It is described in ${write}: read it, correct it, and set API_SERVICE to its path.\n`;
}

await runCommand(run);
