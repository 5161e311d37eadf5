import { ServiceError } from '../core/errors.js';

/**
 * The role of a process: `api` answers requests; `worker` refreshes feeds, delivers events and
 * deletes expired data; `all` does both.
 */
export type Role = (typeof ROLES)[number];

export const ROLES = ['all', 'api', 'worker'] as const;

/** Where `serve` listens, and the hosts it accepts. */
export interface ServeSettings {
  /** Name or address; default loopback. */
  host?: string;
  /** 0: any free port. */
  port?: number;
  /** Accepted Host headers beside loopback and the public address. */
  allowedHosts?: readonly string[];
  /** Loopback port for the metrics; 0: any free port. Default: none. */
  metricsPort?: number;
  /** Token for the metrics on the main port; a secret, so never an argument. */
  metricsToken?: string;
  /** Default `all`. */
  role?: Role;
}

type Environment = Readonly<Record<string, string | undefined>>;

const HIGHEST_PORT = 65_535;

export const DEFAULT_LISTEN = { host: '127.0.0.1', port: 7410 } as const;

/**
 * Reads the settings of an environment; unset and empty variables are ignored.
 * @throws ServiceError INVALID_FIELD naming the variable and its format
 */
export function readServeSettings(env: Environment): ServeSettings {
  const { FEEDCTL_HOST: host, FEEDCTL_PORT: port, FEEDCTL_ALLOWED_HOSTS: hosts } = env;
  const { FEEDCTL_METRICS_PORT: metricsPort, FEEDCTL_METRICS_TOKEN: metricsToken } = env;
  const { FEEDCTL_ROLE: role } = env;
  return {
    ...(role ? { role: roleOf(role) } : {}),
    ...(host ? { host } : {}),
    ...(port ? { port: portOf('FEEDCTL_PORT', port) } : {}),
    ...(hosts ? { allowedHosts: hosts.split(',').map((name) => name.trim()) } : {}),
    ...(metricsPort ? { metricsPort: portOf('FEEDCTL_METRICS_PORT', metricsPort) } : {}),
    ...(metricsToken ? { metricsToken: tokenOf(metricsToken) } : {}),
  };
}

function roleOf(text: string): Role {
  const role = ROLES.find((known) => known === text.trim());
  if (role !== undefined) return role;
  throw new ServiceError(
    'INVALID_FIELD',
    `The environment variable FEEDCTL_ROLE must be one of ${ROLES.join(', ')}.`,
  );
}

function portOf(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new ServiceError(
    'INVALID_FIELD',
    `The environment variable ${name} must be a whole number from 0 to ${HIGHEST_PORT}.`,
  );
}

/** It is sent in a header, and its length is the only protection against guessing. */
function tokenOf(text: string): string {
  if (/^\S{16,200}$/.test(text)) return text;
  throw new ServiceError(
    'INVALID_FIELD',
    'The environment variable FEEDCTL_METRICS_TOKEN must have 16 to 200 characters and no spaces. Create one with: openssl rand -hex 32',
  );
}
