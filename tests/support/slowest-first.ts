/** The order in which test files are run. */
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long, the slowest of each project first. On a new checkout Vitest would go by their sizes, which say little. */
export const slowest: readonly string[] = [
  "tests/census/forms.test.ts",
  "tests/server/process/process.test.ts",
  "tests/app/side-calls.test.ts",
  "tests/server/database/durability.test.ts",
  "tests/census/pages.test.ts",
  "tests/app/upstream-faults.test.ts",
  "tests/app/portal/forms.test.ts",
  "tests/server/upstream/replies/replies.test.ts",
  "tests/server/database/migrations.test.ts",
  "tests/server/inbound/durability.test.ts",
  "tests/app/lesser-services.test.ts",
  "tests/foreign-services/services.test.ts",
  "tests/server/upstream/engine/dates.test.ts",
  "tests/server/inbound/listener.test.ts",
  "tests/server/database/kills.test.ts",
  "tests/e2e/client-pages.test.ts",
  "tests/faults/once.test.ts",
  "tests/faults/odd-text.test.ts",
  "tests/faults/injections.test.ts",
  "tests/faults/secrets.test.ts",
  "tests/e2e/picking.test.ts",
  "tests/faults/odd-requests.test.ts",
  "tests/faults/tenancy.test.ts",
  "tests/e2e/main-pages.test.ts",
  "tests/e2e/journey.test.ts",
  "tests/e2e/widths.test.ts",
];

const root = join(import.meta.dirname, "..", "..");
const places = new Map(slowest.map((file, place) => [join(root, file), place]));
const placeOf = ({ moduleId }: Pick<TestSpecification, "moduleId">): number => places.get(moduleId) ?? slowest.length;

/** Puts the slowest files of each project first: begun last, one process would go on with it while the others have ended. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((group) => group.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }
}
