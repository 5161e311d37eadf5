import { isObject } from '../../base/json.js';
import { formatRegion, parseRegion } from '../../contract/region.js';
import { FORMATS, globalOptions, UsageError } from '../kit/index.js';
import { type Defaults, type Profiles, profileNamed } from './profile.js';
import { profileInUse } from './resolve-credentials.js';

interface DefaultFacts {
  /** The environment variable that takes precedence over the profile. */
  variable: string;
  /** @throws {UsageError} that names `source`, for an invalid value */
  parse(value: string, source: string): Defaults;
}

/** Formats that every command has; `id` works only for some. */
const DEFAULT_FORMATS = FORMATS.filter((format) => format !== 'id');

export const DEFAULTS: Readonly<Record<keyof Defaults, DefaultFacts>> = {
  output: {
    variable: 'FEEDCTL_OUTPUT',
    parse(value, source) {
      const output = DEFAULT_FORMATS.find((format) => format === value);
      if (output !== undefined) return { output };
      throw new UsageError(`${source} takes ${DEFAULT_FORMATS.join(', ')}, not "${value}".`);
    },
  },
  region: {
    variable: 'FEEDCTL_REGION',
    parse(value, source) {
      const region = parseRegion(value);
      if (region !== null) return { region: formatRegion(region) };
      throw new UsageError(`${source} takes a region such as US:en or DE:de, not "${value}".`);
    },
  },
  columns: {
    variable: 'FEEDCTL_COLUMNS',
    parse(value, source) {
      const columns = globalOptions.fields.parse([value], source);
      return columns === undefined ? {} : { columns };
    },
  },
};

export function isDefault(name: string): name is keyof Defaults {
  return Object.hasOwn(DEFAULTS, name);
}

/**
 * The defaults of a command: those of the environment (an empty variable means none), otherwise
 * those of the profile in use.
 */
export function defaultsInUse(
  facts: { profile: string | undefined; env: NodeJS.ProcessEnv },
  stored: Profiles,
): Defaults {
  const profile = profileNamed(profileInUse({ ...facts, stored }), stored);
  const defaults = { ...profile?.defaults };
  for (const [key, { variable, parse }] of Object.entries(DEFAULTS)) {
    const value = facts.env[variable];
    if (value === undefined) continue;
    if (isDefault(key)) delete defaults[key];
    if (value !== '') Object.assign(defaults, parse(value, variable));
  }
  return defaults;
}

/** The defaults in the configuration file. Fields that this version does not know are left out. */
export function parseDefaults(value: unknown): Defaults {
  if (!isObject(value)) return {};
  const { output, region, columns } = value;
  const format = DEFAULT_FORMATS.find((each) => each === output);
  return {
    ...(format && { output: format }),
    ...(typeof region === 'string' && { region }),
    ...(Array.isArray(columns) && { columns: columns.filter((each) => typeof each === 'string') }),
  };
}
