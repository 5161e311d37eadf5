import type { Child } from 'hono/jsx';
import { address } from '../frame/address.js';

/** A column of a list: its heading, and what it says of a row. */
export interface Column<Row> {
  name: string;
  cell(row: Row): Child;
  isNumber?: true;
}

/** What a browser forgets when rows are laid out as blocks, and so is spelled out. */
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

interface ListingProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Makes rows selectable. */
  select?: {
    /** Name of the checkboxes. */
    name: string;
    /** Value and label of the checkbox of a row. */
    of(row: Row): readonly [value: string, label: string];
  };
}

/** A table that becomes cards on a narrow screen. */
export function Listing<Row>({ caption, columns, rows, select }: ListingProps<Row>) {
  return (
    <div class="table-card">
      <table {...AS.table} class="table">
        <caption class="unseen">{caption}</caption>
        <thead {...AS.group}>
          <tr {...AS.row}>
            {columns.map(({ name, isNumber }, index) => (
              <th {...AS.heading} scope="col" class={isNumber && 'number'}>
                {index === 0 && select && (
                  <label data-script hidden>
                    <input type="checkbox" data-select-all={select.name} />
                    <span class="unseen">Select this page</span>
                  </label>
                )}
                {name === '' ? <span class="unseen">Actions</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {rows.map((row) => (
            <tr {...AS.row}>
              {columns.map(({ name, cell, isNumber }, index) => (
                <td
                  {...AS.cell}
                  data-label={name}
                  class={index === 0 ? 'first' : isNumber && 'number'}
                >
                  {index === 0 && select ? (
                    <div class="pick">
                      <Tick name={select.name} of={select.of(row)} />
                      {cell(row)}
                    </div>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tick({ name, of: [value, label] }: { name: string; of: readonly [string, string] }) {
  return <input type="checkbox" name={name} value={value} aria-label={`Select ${label}`} />;
}

type Options = readonly (readonly [value: string, label: string])[];

/** A choice in the line above a list; its name is a parameter of the address. */
export interface Choice {
  name: string;
  label: string;
  value: string;
  /** Absent: one line of text, or a day. */
  options?: Options;
  as?: 'date';
  placeholder?: string;
}

interface ChoicesProps {
  action: string;
  search?: { label: string; value: string };
  /** In the line; the others are under "More". */
  choices: readonly Choice[];
  more?: readonly Choice[];
  isMoreOpen?: boolean;
}

/** Search, filters and order in one line, by GET: what was found has an address. */
export function Choices({ action, search, choices, more = [], isMoreOpen }: ChoicesProps) {
  return (
    <search class="choices">
      <form method="get" action={action}>
        {search && (
          <input
            type="search"
            name="q"
            value={search.value}
            aria-label={search.label}
            placeholder={search.label}
          />
        )}
        {choices.map((choice) => (
          <ChoiceField {...choice} />
        ))}
        <button type="submit" class="button quiet">
          {search ? 'Search' : 'Show'}
        </button>
        {more.length > 0 && (
          <details open={isMoreOpen ?? false}>
            <summary>More</summary>
            <div class="filter-fields">
              {more.map((choice) => (
                <div class="field">
                  <label for={`f-${choice.name}`}>{choice.label}</label>
                  <ChoiceField {...choice} isLabelled />
                </div>
              ))}
            </div>
          </details>
        )}
      </form>
    </search>
  );
}

/** A value that is not among the options, such as a deleted bundle, stays selected. */
function ChoiceField(props: Choice & { isLabelled?: boolean }) {
  const { name, label, value, options, as, placeholder, isLabelled } = props;
  const named = { id: `f-${name}`, name, ...(!isLabelled && { 'aria-label': label }) };
  if (options === undefined) {
    return (
      <input {...named} type={as ?? 'text'} value={value} placeholder={placeholder ?? label} />
    );
  }
  const isKnown = options.some(([option]) => option === value);
  return (
    <select {...named}>
      {options.map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
      {!isKnown && (
        <option value={value} selected>
          {value}
        </option>
      )}
    </select>
  );
}

/** Where in a list somebody is; pages count from 1. */
export interface PageOf {
  number: number;
  /** Whether there is another one after it. */
  hasNext: boolean;
}

/** Older and newer pages of a list. @param query what else the address says, such as a search. */
export function Pager(props: { path: string; query?: Record<string, string>; page: PageOf }) {
  const { number, hasNext } = props.page;
  if (number === 1 && !hasNext) return null;
  const to = (target: number) => address(props.path, { ...props.query, page: String(target) });
  return (
    <nav class="pager" aria-label="Pages">
      {number > 1 ? (
        <a href={to(number - 1)} rel="prev">
          Previous
        </a>
      ) : (
        <span />
      )}
      <span>Page {number}</span>
      {hasNext ? (
        <a href={to(number + 1)} rel="next">
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
