import { shortcuts } from "./shortcuts.ts";

/** The keys, and what they do. */
export function ShortcutList() {
  return (
    <table>
      <thead className="vh">
        <tr>
          <th scope="col">Keys</th>
          <th scope="col">What they do</th>
        </tr>
      </thead>
      <tbody>
        {shortcuts.map(({ ways, does }) => (
          <tr key={does}>
            <td>
              {ways.map((keys, place) => (
                <span key={keys.join(" ")}>
                  {place === 0 ? null : <span className="muted"> or </span>}
                  {keys.map((key, step) => (
                    <span key={key}>
                      {step === 0 ? null : <span className="muted"> then </span>}
                      <kbd className="tag">{key}</kbd>
                    </span>
                  ))}
                </span>
              ))}
            </td>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
