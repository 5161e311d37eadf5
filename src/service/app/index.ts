/** The parts of the service that the command line uses, through its only dynamic import. */
export type { ApiCredentials } from '../accounts/api-keys.js';
export { ServiceError } from '../core/errors.js';
export { type RunningServer, type ServeOptions, serve } from './serve.js';
export { openService, type Service, type ServiceOptions } from './service.js';

/** Copies, backups and checks of databases. A separate module, because few commands need it. */
export function loadMaintenance() {
  return import('../maintenance/index.js');
}

/** Static sites. A separate module, because only `feedctl build` needs it. */
export function loadSite() {
  return import('../site/index.js');
}
