import { ServiceError } from '../core/errors.js';

/**
 * What a process does: `api` answers requests; `worker` refreshes feeds, delivers events and clears
 * away; `all` does both.
 */
export type Role = (typeof ROLES)[number];

export const ROLES = ['all', 'api', 'worker'] as const;

/** Where `serve` listens and which hosts it answers for. */
export interface ServeSettings {
  /** Name or address; loopback when left out. */
  host?: string;
  /** 0 for any free one. */
  port?: number;
  /** Names in the Host header that are answered beside loopback and the public address. */
  allowedHosts?: readonly string[];
  /** Port on loopback for the metrics; 0 for any free one. None when left out. */
  metricsPort?: number;
  /** Shows the metrics on the main port to whoever has it; a secret, so never an argument. */
  metricsToken?: string;
  /** `all` when left out. */
  role?: Role;
}

type Environment = Readonly<Record<string, string | undefined>>;

const HIGHEST_PORT = 65_535;

export const DEFAULT_LISTEN = { host: '127.0.0.1', port: 7410 } as const;

/**
 * The settings in an environment; a variable that is unset or empty sets nothing.
 * @throws ServiceError INVALID_FIELD naming the variable and what it takes.
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

/** It goes over the network in a header, and nothing else keeps a stranger from guessing. */
function tokenOf(text: string): string {
  if (/^\S{16,200}$/.test(text)) return text;
  throw new ServiceError(
    'INVALID_FIELD',
    'The environment variable FEEDCTL_METRICS_TOKEN must have 16 to 200 characters and no spaces. Make one with: openssl rand -hex 32',
  );
}
