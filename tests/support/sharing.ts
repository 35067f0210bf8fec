/** Links to packages, made and opened as an app does. */

import type { TestAnswer } from "./answers.ts";
import { newPackage } from "./uploads.ts";
import type { TestPerson, UpstreamService } from "./upstream-service.ts";

/** Makes a link. @param attributes whatever is not as usual */
export function share(person: TestPerson, packageId: string, attributes: object = {}): Promise<TestAnswer> {
  const given = { packageId, label: "For the Lindqvists", folderIds: [], ...attributes };
  return person.send("POST", "/share_links", { type: "share_link", attributes: given });
}

export interface Shared {
  /** Id of the link. */
  readonly id: string;
  readonly packageId: string;
  readonly token: string;
}

/** Makes a package with a link to it. */
export async function newShare(person: TestPerson, attributes: object = {}): Promise<Shared> {
  const { id: packageId } = await newPackage(person, { city: "Seattle", baths: 2.5 });
  const { record } = await share(person, packageId, attributes);
  return { id: record.id, packageId, token: String(record.attributes.url_token) };
}

/** Fetches a link's address, without a session. */
export function fetchShared(service: UpstreamService, token: string): Promise<TestAnswer> {
  return service.send("GET", `/shared_packages/${token}`);
}

export function openShared(service: UpstreamService, token: string, passcode?: string): Promise<TestAnswer> {
  const attributes = passcode === undefined ? {} : { passcode };
  return service.send("POST", `/shared_packages/${token}/openings`, { type: "shared_opening", attributes });
}

/** Somebody who has opened a link. */
export interface Viewer {
  get(below: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
}

/** Opens a link and looks at it. */
export async function viewerOf(service: UpstreamService, token: string, passcode?: string): Promise<Viewer> {
  const opened = await openShared(service, token, passcode);
  const viewing = String(opened.record.attributes.viewing_token);
  return {
    get: (below, headers = {}) =>
      service.send("GET", `/shared_packages/${token}${below}`, { headers: { ...headers, "x-viewing-token": viewing } }),
  };
}
