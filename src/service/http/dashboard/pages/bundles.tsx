import type { HttpDeps } from '../../http-deps.js';
import type { PageApp } from '../frame/page-env.js';
import { bundlePage } from './bundles/bundle.js';
import { bundleListPage } from './bundles/list.js';
import { bundleMembersPage } from './bundles/members.js';

/** `/dashboard/bundles` and what is below it. */
export function bundlePages(app: PageApp, http: HttpDeps): void {
  bundleListPage(app, http);
  bundleMembersPage(app, http);
  bundlePage(app, http);
}
