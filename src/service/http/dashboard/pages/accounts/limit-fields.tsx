import { type AccountLimits, accountLimitsSchema } from '../../../../../contract/index.js';
import type { Form } from '../../frame/read-form.js';
import { TextField } from '../../views/form.js';

type LimitName = keyof AccountLimits;

/** What is in the fields; "" is no limit. */
export type LimitValues = Record<LimitName, string>;
export type LimitErrors = Partial<Record<LimitName, string>>;

const LABELS: Readonly<Record<LimitName, string>> = {
  feeds: 'Feeds',
  requests_per_minute: 'Requests per minute and key',
  burst: 'Requests at once',
  concurrent_creations: 'Feeds being created at once',
};

const NAMES = ['feeds', 'requests_per_minute', 'burst', 'concurrent_creations'] as const;

/** A number for each limit of an account. */
export function LimitFields(props: { values: LimitValues; errors?: LimitErrors | undefined }) {
  const { values, errors = {} } = props;
  return (
    <>
      <p class="hint">An empty field means no limit.</p>
      {NAMES.map((name) => (
        <TextField
          name={name}
          label={LABELS[name]}
          value={values[name]}
          error={errors[name]}
          maxLength={10}
        />
      ))}
    </>
  );
}

export function limitValues(limits: AccountLimits): LimitValues {
  const text = (name: LimitName) => (limits[name] === null ? '' : String(limits[name]));
  return {
    feeds: text('feeds'),
    requests_per_minute: text('requests_per_minute'),
    burst: text('burst'),
    concurrent_creations: text('concurrent_creations'),
  };
}

export function readLimitValues(form: Form): LimitValues {
  return {
    feeds: form.text('feeds'),
    requests_per_minute: form.text('requests_per_minute'),
    burst: form.text('burst'),
    concurrent_creations: form.text('concurrent_creations'),
  };
}

/** The limits of the fields, or what is wrong with each. */
export function limitsOf(values: LimitValues): { limits: AccountLimits } | { errors: LimitErrors } {
  const numbers = Object.fromEntries(
    NAMES.map((name) => [name, values[name] === '' ? null : Number(values[name])]),
  );
  const read = accountLimitsSchema.safeParse(numbers);
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
    return {
      errors: Object.fromEntries(
        NAMES.filter((name) => wrong.has(name)).map((name) => [
          name,
          'Enter a whole number, or nothing for no limit.',
        ]),
      ),
    };
  }
  if (read.data.burst !== null && read.data.requests_per_minute === null) {
    return { errors: { burst: 'It needs a number of requests per minute, too.' } };
  }
  return { limits: read.data };
}

/** The limits in words. */
export function limitWords(limits: AccountLimits): string {
  const set = NAMES.filter((name) => limits[name] !== null);
  if (set.length === 0) return 'None';
  return set.map((name) => `${LABELS[name]}: ${limits[name]?.toLocaleString('en')}`).join('; ');
}
