import type { ServeSettings } from '../config/serve-settings.js';
import type { LogFormat } from '../http/service-log.js';
import type { TlsFiles } from '../http/tls.js';
import type { Service, ServiceOptions } from './service.js';

/** Explicit settings win over those of `env`. */
export interface ServeOptions extends ServiceOptions, ServeSettings {
  /** Speak HTTPS with this certificate. */
  tls?: TlsFiles;
  /** Addresses and networks of the proxies that speak HTTPS for the service. */
  behindProxy?: readonly string[];
  /** How much the log on stderr tells; `info` when left out. */
  logLevel?: 'info' | 'warn' | 'error' | 'silent';
  /** How the log is written; `json` when left out. */
  logFormat?: LogFormat | undefined;
  /** False leaves refreshing to other processes on the same database. */
  refresh?: boolean;
  /**
   * What else belongs to starting, such as storing the first key. `/readyz` answers 503 until it
   * ends; if it fails, the server is stopped.
   */
  prepare?: (service: Service) => Promise<unknown>;
  /** How long requests in flight may take once the service is told to stop; milliseconds. */
  graceMs?: number;
}

export interface RunningServer {
  /** Where it listens, the real port in it. */
  url: string;
  /** Where published feeds are found: what `rss_feed_url` begins with. */
  publicUrl: string;
  /** Where the metrics are, when they have a port of their own. */
  metricsUrl?: string;
  service: Service;
  /** Finishes what is under way, then closes the database. Every call waits for the same end. */
  stop(): Promise<void>;
}

/**
 * Puts the service on a port.
 * @throws ServiceError INVALID_FIELD for an address it cannot listen on, STORE_UNAVAILABLE for a
 * database it cannot use; the message says what to do.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  // The command line loads this module with every embedded command; a server is for one of them.
  const { startServing } = await import('./start-serving.js');
  return startServing(options);
}
