import { FILTER_LIMITS, type Filters } from '../../../../contract/index.js';
import { ServiceError } from '../../../core/errors.js';
import type { Form } from '../frame/read-form.js';
import { TextArea } from './form.js';

/** What is in the fields: one rule a line. */
export type FilterValues = Record<keyof Filters, string>;

/** Errors by field. */
export type FilterErrors = Partial<FilterValues>;

/** The two lists of rules of a feed, a bundle or a webhook. */
export function FilterFields(props: { values: FilterValues; errors?: FilterErrors | undefined }) {
  const { values, errors = {} } = props;
  return (
    <>
      <TextArea
        name="include"
        label="Keep only items that match one of these rules"
        hint={`One rule a line, at most ${FILTER_LIMITS.rules}: words, a "phrase" or /regex/i; title:, text:, author:, tag: or url: in front searches only there. A star at the end takes any ending: elect*`}
        value={values.include}
        error={errors.include}
      />
      <TextArea
        name="exclude"
        label="Drop items that match one of these rules"
        hint="One rule a line."
        value={values.exclude}
        error={errors.exclude}
      />
    </>
  );
}

export function filterValues({ include = [], exclude = [] }: Partial<Filters> = {}): FilterValues {
  return { include: include.join('\n'), exclude: exclude.join('\n') };
}

export function readFilterValues(form: Form): FilterValues {
  return { include: form.text('include'), exclude: form.text('exclude') };
}

/** The rules of the fields, without blank lines. */
export function filtersOf({ include, exclude }: FilterValues): Filters {
  return { include: lines(include), exclude: lines(exclude) };
}

export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Errors of rules, in words that fit the fields; null for an error about something else. */
export function filterErrors(error: unknown): FilterErrors | null {
  if (!(error instanceof ServiceError)) return null;
  const [, list, index, rest = ''] =
    /^"?filters\.(include|exclude)(?:\[(\d+)\])?"? (.*)$/s.exec(error.message.trim()) ?? [];
  if (list !== 'include' && list !== 'exclude') return null;
  return {
    [list]: index === undefined ? `The rules ${rest}` : `Rule ${Number(index) + 1} ${rest}`,
  };
}
