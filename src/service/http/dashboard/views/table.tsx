import type { Child } from 'hono/jsx';

/** What a browser forgets when rows are laid out as blocks, and so is spelled out. */
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A table that becomes cards on a narrow screen. */
export function Table(props: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly Child[])[];
}) {
  return (
    <table {...AS.table} class="table">
      <caption class="unseen">{props.caption}</caption>
      <thead {...AS.group}>
        <tr {...AS.row}>
          {props.columns.map((name) => (
            <th {...AS.heading} scope="col">
              {name === '' ? <span class="unseen">Actions</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.group}>
        {props.rows.map((cells) => (
          <tr {...AS.row}>
            {cells.map((cell, index) => (
              <td
                {...AS.cell}
                data-label={props.columns[index]}
                class={index === 0 ? 'first' : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
