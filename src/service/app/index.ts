/** What the command line may use of the service, through its one dynamic import. */
export type { ApiCredentials } from '../accounts/api-keys.js';
export { ServiceError } from '../core/errors.js';
export { type RunningServer, type ServeOptions, serve } from './serve.js';
export { openService, type Service, type ServiceOptions } from './service.js';

/** Copies, backups and checks of databases. Loaded by itself: few commands are about that. */
export function loadMoving() {
  return import('../maintenance/index.js');
}
