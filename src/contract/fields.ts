import * as z from 'zod';
import { isBlank } from '../base/text.js';
import { isUrl } from '../base/url.js';
import {
  type Field,
  type Fields,
  type Having,
  having,
  type Kind,
  type Request,
} from '../resources/field.js';
import { filtersInputSchema, filtersSchema } from './filters/index.js';
import { DURATION_RULE, INTERVAL_RULE, parseDuration, parseInterval, RESUME } from './interval.js';
import { parseQuietHours, QUIET_HOURS_RULE } from './quiet-hours.js';
import { renderSchema, stepsSchema } from './rendering.js';
import { documentChoiceSchema, pageModeSchema, selectorsSchema } from './selectors.js';
import { LENGTHS } from './sizes.js';
import {
  maskedAccessSchema,
  sourceAccessSchema,
  updateSourceAccessSchema,
} from './source-access.js';
import { extensionDoc } from './values.js';

/** A text that is shown, so it must have a visible character. */
export const shownText = z
  .string()
  .trim()
  .min(1)
  .max(LENGTHS.title)
  .refine((text) => text === '' || !isBlank(text), { error: 'must not be empty' });

const iconAddress = z
  .string()
  .max(LENGTHS.url)
  // The URL parser would drop white space, which remains where the text is published.
  .refine((value) => /^https?:\S+$/i.test(value) && isUrl(value), {
    error: 'must be an http or https address',
  });

/** A text that `parse` accepts. */
function parsedBy(parse: (text: string) => unknown, rule: string) {
  return z.string().refine((text) => parse(text) !== null, { error: `must be ${rule}` });
}

/** Schemas of requests, by kind. */
export const WRITTEN = {
  text: shownText,
  long_text: z.string().max(LENGTHS.description),
  image: z.union([z.literal(''), iconAddress], {
    error: 'must be an http or https address, or "" for none',
  }),
  boolean: z.boolean(),
  interval: parsedBy(parseInterval, INTERVAL_RULE),
  duration: parsedBy(parseDuration, DURATION_RULE),
  hours: parsedBy(parseQuietHours, QUIET_HOURS_RULE),
  filters: filtersInputSchema,
  selectors: selectorsSchema,
  document: documentChoiceSchema,
  mode: pageModeSchema,
  render: renderSchema,
  steps: stepsSchema,
  access: sourceAccessSchema,
} as const satisfies Record<Kind, z.ZodType>;

/** Schemas of changes, if they differ. */
const CHANGED = {
  ...WRITTEN,
  access: updateSourceAccessSchema,
  interval: parsedBy(
    (text) => (text === RESUME ? text : parseInterval(text)),
    `${INTERVAL_RULE}, or "${RESUME}"`,
  ),
} as const;

/** Schemas of answers, by kind; the service has checked the values. */
const READ = {
  ...WRITTEN,
  text: z.string(),
  image: z.string(),
  interval: z.string(),
  duration: z.string(),
  hours: z.string(),
  filters: filtersSchema,
  access: maskedAccessSchema,
} as const;

type Shapes<S extends Record<Kind, z.ZodType>, R extends Fields, N extends keyof R> = {
  [K in N]: z.ZodOptional<S[R[K]['kind']]>;
};

type Changes<R extends Fields, N extends keyof R> = {
  [K in N]: z.ZodOptional<
    R[K] extends { none: null }
      ? z.ZodNullable<(typeof CHANGED)[R[K]['kind']]>
      : (typeof CHANGED)[R[K]['kind']]
  >;
};

function docOf({ own, doc }: Field): string {
  return own ? extensionDoc(doc) : doc;
}

function noneOf({ none, noneMeans }: Field): string {
  if (none === undefined) return '';
  return `; ${typeof none === 'string' && none !== '' ? none : JSON.stringify(none)}: ${noneMeans}`;
}

function shapes<T>(
  fields: Fields,
  names: readonly string[],
  schemaOf: (field: Field) => z.ZodType,
): T {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      return field === undefined ? [] : [[name, schemaOf(field)]];
    }),
  ) as T;
}

/** The fields of a PATCH, each optional. */
export function changesOf<R extends Fields, Q extends Request>(fields: R, request: Q) {
  type Taken = Having<R, { request: Q }>;
  return shapes<Changes<R, Taken>>(fields, having(fields, { request }), (field) => {
    const schema = CHANGED[field.kind];
    return (field.none === null ? schema.nullable() : schema)
      .optional()
      .describe(docOf(field) + noneOf(field));
  });
}

/** Optional fields of a POST: the rows with these properties. */
export function creationOf<R extends Fields, const P extends Partial<Field>>(fields: R, facts: P) {
  type Taken = Shapes<typeof WRITTEN, R, Having<R, P>>;
  return shapes<Taken>(fields, having(fields, facts), (field) =>
    WRITTEN[field.kind].optional().describe(`${docOf(field)}; default: ${field.noneMeans}`),
  );
}

/** Fields of an answer that are left out when unset: the rows with these properties. */
export function answersOf<R extends Fields, const P extends Partial<Field>>(fields: R, facts: P) {
  type Shown = Shapes<typeof READ, R, Having<R, P>>;
  return shapes<Shown>(fields, having(fields, facts), (field) =>
    READ[field.kind].optional().describe(`${docOf(field)}; absent: ${field.noneMeans}`),
  );
}
