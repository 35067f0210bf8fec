/** A table's shape while its rows are on their way; announced once as "Loading". */
export function TableSkeleton({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div className="sheet" role="status">
      <span className="vh">Loading</span>
      <table aria-hidden="true">
        <tbody>
          {places(rows).map((row) => (
            <tr key={row}>
              {places(columns).map((column) => (
                <td key={column}>
                  <span className="bone" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Lines of text on their way. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="pad" role="status">
      <span className="vh">Loading</span>
      {places(lines).map((line) => (
        <span key={line} className="bone" />
      ))}
    </div>
  );
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
