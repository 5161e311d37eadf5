import type { Field, Fields, Kind, Request } from '../../../resources/field.js';
import {
  choice,
  flag,
  type OptionSpec,
  type OptionSpecs,
  text,
  UsageError,
} from '../../kit/index.js';
import { accessOptions, DOCUMENT_CHOICES, iconOption } from './feed-options.js';
import { filterOptions } from './filter-options.js';
import { renderOption, stepOption } from './render-options.js';
import { selectOption } from './select.js';

/** The flags of fields by key, as typed. */
export type Typed = Readonly<Record<string, unknown>>;

/** `custom-author` → `customAuthor`, the key of an option. */
export function keyOf({ flag: { names } }: Field): string {
  return names[0].replace(/-[a-z]/g, (part) => part.slice(1).toUpperCase());
}

/** The option that removes what is chosen, where no typed value can say so. */
export function clearKeyOf(field: Field): string | undefined {
  if (field.kind !== 'boolean' && !(field.kind === 'text' && field.none === null)) return undefined;
  const key = keyOf(field);
  return `clear${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

const documentChoice = choice(DOCUMENT_CHOICES, 'KIND', 'document to read');

const documentOption: OptionSpec<unknown> = {
  ...documentChoice,
  parse(given, flag) {
    const [typed = ''] = given;
    if (given.length !== 1 || !/[./]|^-$/.test(typed)) return documentChoice.parse(given, flag);
    throw new UsageError(`${flag} takes ${DOCUMENT_CHOICES.join(', ')}, not "${typed}".`, {
      hint: `For a file of sources: --from-file ${typed}`,
    });
  },
};

/** The flags of a value, by kind. Their values are read by `read-fields.ts`, when a verb runs. */
const OPTIONS: Readonly<Record<Kind, (field: Field) => OptionSpecs>> = {
  text: line,
  long_text: line,
  image: (field) => one(field, iconOption),
  boolean: (field) => one(field, flag(summaryOf(field))),
  interval: line,
  duration: (field) =>
    one(field, text(field.flag.placeholder ?? 'TIME', `${summaryOf(field)}; or none`)),
  hours: (field) => ({
    ...one(field, text('HOURS', `${summaryOf(field)}; or none`)),
    timeZone: text('ZONE', 'time zone of --quiet-hours (default: that of this machine)'),
  }),
  filters: () => filterOptions,
  selectors: (field) => one(field, selectOption),
  document: (field) => one(field, documentOption),
  mode: (field) => one(field, flag(summaryOf(field))),
  render: (field) => one(field, renderOption),
  steps: (field) => one(field, stepOption),
  access: () => accessOptions,
};

/** The flags of a new object. */
export function newFieldOptions(fields: Fields): OptionSpecs {
  return Object.assign({}, ...Object.values(fields).map((field) => OPTIONS[field.kind](field)));
}

/** The flags that change what the requests take, and those that remove a choice. */
export function changeOptions(fields: Fields, ...requests: Request[]): OptionSpecs {
  const chosen = Object.values(fields).filter(({ request }) => requests.includes(request));
  return Object.assign({}, ...chosen.map(optionsOf));
}

/** The flags that choose a value, and the one that removes the choice. */
export function optionsOf(field: Field): OptionSpecs {
  const key = clearKeyOf(field);
  const clear = key === undefined ? {} : { [key]: flag(`restore ${field.noneMeans}`) };
  return { ...OPTIONS[field.kind](field), ...clear };
}

function line(field: Field): OptionSpecs {
  return one(field, text(field.flag.placeholder ?? 'TEXT', summaryOf(field)));
}

function one(field: Field, spec: OptionSpec<unknown>): OptionSpecs {
  const [, alias] = field.flag.names;
  return { [keyOf(field)]: alias === undefined ? spec : { ...spec, alias } };
}

function summaryOf({ doc }: Field): string {
  return doc.charAt(0).toLowerCase() + doc.slice(1);
}
