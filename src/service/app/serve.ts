import type { ServeSettings } from '../core/settings.js';
import type { LogFormat } from '../http/service-log.js';
import type { TlsFiles } from '../http/tls.js';
import type { Service, ServiceOptions } from './service.js';

/** Options of `serve`; explicit settings override those of `env`. */
export interface ServeOptions extends ServiceOptions, ServeSettings {
  /** Certificate for HTTPS. */
  tls?: TlsFiles;
  /** Addresses and networks of proxies that terminate HTTPS. */
  behindProxy?: readonly string[];
  /** Log level of stderr; default `info`. */
  logLevel?: 'info' | 'warn' | 'error' | 'silent';
  /** Log format; default `json`. */
  logFormat?: LogFormat | undefined;
  /** False if other processes on the same database refresh feeds. */
  refresh?: boolean;
  /**
   * Further start-up work, such as storing the first key. `/readyz` returns 503 until it ends; if
   * it fails, the server is stopped.
   */
  prepare?: (service: Service) => Promise<unknown>;
  /** Maximum time for requests in flight on shutdown, in milliseconds. */
  graceMs?: number;
}

export interface RunningServer {
  /** Address on which it listens, with the actual port; "" for a worker without a port. */
  url: string;
  /** Address of published feeds: the start of `rss_feed_url`. */
  publicUrl: string;
  /** Address of the metrics if they have their own port. */
  metricsUrl?: string;
  service: Service;
  /**
   * Completes requests in flight, then closes the database. All calls wait for the same shutdown.
   */
  stop(): Promise<void>;
}

/**
 * Serves the service on a port.
 * @throws ServiceError INVALID_FIELD for an address it cannot listen on, STORE_UNAVAILABLE for an
 * unusable database; the message says how to fix it
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  // Imported on demand: every embedded command loads this module, but only one needs a server.
  const { startServing } = await import('./start-serving.js');
  return startServing(options);
}
