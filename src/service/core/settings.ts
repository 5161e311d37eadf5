import { parseMilliseconds } from '../../base/duration.js';
import { isLoopback } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import {
  type OperatorSetting,
  SERVE_SETTINGS,
  SERVICE_SETTINGS,
  type SettingKind,
  writtenSetting,
} from '../../resources/operator.js';
import { ServiceError } from './errors.js';

/** The type of a value, by kind. */
interface Values {
  text: string;
  list: readonly string[];
  origins: readonly string[];
  choice: string;
  token: string;
  address: string;
  base: string;
  hub: string;
  template: string;
  flag: boolean;
  count: number;
  port: number;
  duration: number;
  age: number;
  size: number;
}

type ValueOf<S extends OperatorSetting> = S extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Values[S['kind']];

type Read<Rows extends Readonly<Record<string, OperatorSetting>>> = {
  -readonly [Name in keyof Rows]?: ValueOf<Rows[Name]>;
};

/** Settings of the service from the environment; `SERVICE_SETTINGS` describes them. */
export type Settings = Read<typeof SERVICE_SETTINGS>;

/** Address, role and accepted hosts of `serve`. Port 0: any free port. */
export type ServeSettings = Read<typeof SERVE_SETTINGS>;

export type Role = NonNullable<ServeSettings['role']>;

/** Maximum lease in milliseconds: a crash delays work for this long. */
export const MAX_LEASE_MS = SERVICE_SETTINGS.leaseMs.most;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of an environment; unset and empty variables are ignored. @throws ServiceError
 * INVALID_FIELD with the variable and its format
 */
export function readSettings(env: Environment): Settings {
  const settings = readSettingRows(SERVICE_SETTINGS, env);
  const { refreshFloorMs: floor, refreshCeilingMs: ceiling } = SERVICE_SETTINGS;
  const { refreshFloorMs = 0, refreshCeilingMs } = settings;
  if (refreshCeilingMs !== undefined && refreshCeilingMs < refreshFloorMs) {
    throw invalidSetting(ceiling.name, `must not be shorter than ${floor.name}`);
  }
  return settings;
}

/** Reads the settings of `serve`. */
export function readServeSettings(env: Environment): ServeSettings {
  return readSettingRows(SERVE_SETTINGS, env);
}

/**
 * The address on which `serve` would listen on this machine: commands that open no port do not
 * check its settings.
 */
export function listenAddress(env: Environment = {}): string {
  const { name, default: usual } = SERVE_SETTINGS.port;
  const given = env[name];
  const port = given !== undefined && /^\d{1,5}$/.test(given) ? Number(given) : usual;
  return `http://127.0.0.1:${port || usual}`;
}

/**
 * True if Kubernetes set the variable of a port: for a Service called feedctl it sets FEEDCTL_PORT
 * to an address
 * (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
 */
export function isServiceLink({ kind }: OperatorSetting, text: string): boolean {
  return kind === 'port' && /^(?:tcp|udp|sctp):\/\//i.test(text);
}

/**
 * The problem with the public address of a service, without its password; null if there is none.
 */
export function publicUrlProblem(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http or https address';
  return /[?#]/.test(text) || url.username + url.password !== ''
    ? 'must have no query, no fragment and no password: paths are appended to it'
    : null;
}

function readSettingRows<Rows extends Readonly<Record<string, OperatorSetting>>>(
  rows: Rows,
  env: Environment,
): Read<Rows> {
  const given = Object.entries(rows).flatMap(([name, row]) => {
    const text = env[row.name];
    return text && !isServiceLink(row, text) ? [[name, READERS[row.kind](text, row)]] : [];
  });
  return Object.fromEntries(given) as Read<Rows>;
}

/** Readers of the values, by kind. */
const READERS: { [K in SettingKind]: (text: string, row: OperatorSetting) => Values[K] } = {
  text: (text) => text,
  list: (text) => text.split(',').map((name) => name.trim()),
  origins(text, row) {
    return READERS.list(text, row).map((written) => {
      const url = parseUrl(written);
      const isOrigin = url !== null && `${url.origin}/` === url.href;
      if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin;
      throw invalidSetting(row.name, 'must be origins such as https://app.example, without a path');
    });
  },
  choice(text, { name, choices = [] }) {
    const choice = choices.find((known) => known === text.trim());
    if (choice !== undefined) return choice;
    throw invalidSetting(name, `must be one of ${choices.join(', ')}`);
  },
  // A token is sent in a header, and its length is the only protection against guessing.
  token(text, { name }) {
    if (/^\S{16,200}$/.test(text)) return text;
    throw invalidSetting(
      name,
      'must have 16 to 200 characters and no spaces. Create one with: openssl rand -hex 32',
    );
  },
  address(text, { name }) {
    if (/^https?:$/.test(parseUrl(text)?.protocol ?? '')) return text;
    throw invalidSetting(name, 'must be an http or https address');
  },
  base(text, { name }) {
    const problem = publicUrlProblem(text);
    if (problem === null) return text;
    throw invalidSetting(name, problem);
  },
  hub(text, row) {
    const { protocol, hostname, href } = new URL(READERS.address(text, row));
    if (protocol === 'https:' || isLoopback(hostname)) return href;
    throw invalidSetting(row.name, 'must be an https address');
  },
  template(text, row) {
    const address = READERS.address(text, row);
    if (address.includes('{query}')) return address;
    throw invalidSetting(row.name, 'must contain {query}, which is replaced by the search');
  },
  flag(text, { name }) {
    if (/^(1|true|yes|on)$/i.test(text)) return true;
    if (/^(0|false|no|off)$/i.test(text)) return false;
    throw invalidSetting(name, 'must be 1 or 0');
  },
  count: (text, { name, most = 9999 }) => numberSetting(text, name, 1, most),
  port: (text, { name }) => numberSetting(text, name, 0, 65_535),
  duration(text, row) {
    const { name, least = 0, most = Number.POSITIVE_INFINITY } = row;
    const units = ['ms', 's', 'm', 'h', 'd'] as const;
    const ms = parseMilliseconds(text.trim(), { units, bare: 'ms', fractions: true });
    if (ms === null) throw invalidSetting(name, 'must be a time such as 500ms or 1s');
    if (ms < least) throw invalidSetting(name, `must be at least ${writtenSetting(row, least)}`);
    if (ms > most) throw invalidSetting(name, `must be at most ${writtenSetting(row, most)}`);
    return ms;
  },
  age(text, { name }) {
    const ms = parseMilliseconds(text.trim(), { units: ['h', 'd'], bare: 'd' });
    if (ms !== null && ms > 0) return ms;
    throw invalidSetting(name, 'must be a time such as 30d or 12h');
  },
  size(text, row) {
    const { name, least = 0, most = Number.POSITIVE_INFINITY, sample } = row;
    const parts = /^(\d{1,12})\s*(?:([kmg])(?:i?b)?)?$/i.exec(text.trim());
    const bytes = Number(parts?.[1]) * (SIZES[parts?.[2]?.toLowerCase() ?? ''] ?? 1);
    if (parts !== null && bytes >= least && bytes <= most) return bytes;
    const from = least === 0 ? '' : `at least ${writtenSetting(row, least)}, `;
    throw invalidSetting(
      name,
      `must be a number of bytes such as ${sample}, ${from}at most ${writtenSetting(row, most)}`,
    );
  },
};

/** Suffixes of sizes, as powers of 1024. */
const SIZES: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

function numberSetting(text: string, name: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw invalidSetting(name, `must be a whole number from ${least} to ${most}`);
}

function invalidSetting(name: string, requirement: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `The environment variable ${name} ${requirement}.`);
}
