import type { PackageFacts } from "./package.ts";

/** The schools of a property, a line each; a link where the service gave a web address. */
export function Schools({ schools }: Pick<PackageFacts, "schools">) {
  return schools.map(({ name, url }) => (
    <div key={name + url}>
      {url === null || !/^https?:\/\//.test(url) ? (
        name
      ) : (
        <a className="link" href={url} rel="noreferrer">
          {name}
        </a>
      )}
    </div>
  ));
}
