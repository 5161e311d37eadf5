import type { HttpDeps } from '../../http-deps.js';
import type { PageApp } from '../frame/page-env.js';
import { deliveryPage } from './deliveries/delivery.js';
import { deliveryListPage } from './deliveries/list.js';

/** `/dashboard/deliveries` and what is below it. */
export function deliveryPages(app: PageApp, http: HttpDeps): void {
  deliveryListPage(app, http);
  deliveryPage(app, http);
}
