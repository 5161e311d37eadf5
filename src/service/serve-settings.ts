import { ServiceError } from './errors.js';

/** Where `serve` listens and whom it answers: DESIGN, section 6. */
export interface ServeSettings {
  /** Name or address; loopback when left out. */
  host?: string;
  /** 0 for any free one. */
  port?: number;
  /** Names in the Host header that are answered beside loopback and the public address. */
  allowedHosts?: readonly string[];
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
  return {
    ...(host ? { host } : {}),
    ...(port ? { port: portOf(port) } : {}),
    ...(hosts ? { allowedHosts: hosts.split(',').map((name) => name.trim()) } : {}),
  };
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new ServiceError(
    'INVALID_FIELD',
    `The environment variable FEEDCTL_PORT must be a whole number from 0 to ${HIGHEST_PORT}.`,
  );
}
