/** `npm run check-api -- https://api.example/api`: tries what Latchkey needs of a service. */
import { runCommand } from "../command/command.ts";
import { readArguments, usage } from "./arguments.ts";
import { checkService } from "./check-service.ts";
import { checks } from "./checks.ts";
import { readCredentials } from "./credentials.ts";

async function run(words: readonly string[]): Promise<string> {
  const given = readArguments(words, process.env);
  if (given === null) return usage;
  const { service, url } = given;
  const { text, isEnough } = await checkService({
    service,
    url,
    readCredentials: () => readCredentials(process.env),
    onProgress: (done) => {
      if (process.stderr.isTTY)
        process.stderr.write(`\r${done} of ${checks.length} calls${done === checks.length ? "\n" : ""}`);
    },
  });
  if (!isEnough) process.exitCode = 1;
  return text;
}

await runCommand(run);
