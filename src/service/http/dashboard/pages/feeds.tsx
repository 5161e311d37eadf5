import type { HttpDeps } from '../../http-deps.js';
import type { PageApp } from '../frame/page-env.js';
import { seeOther } from '../frame/redirect.js';
import { feedPage } from './feeds/feed.js';
import { feedHistoryPage } from './feeds/history.js';
import { newFeedPage } from './feeds/new-feed.js';
import { overviewPage } from './feeds/overview.js';
import { feedSettingsPage } from './feeds/settings.js';

/** `/dashboard/feeds` and what is below it. */
export function feedPages(app: PageApp, http: HttpDeps): void {
  for (const path of ['/dashboard', '/dashboard/']) {
    app.get(path, (context) => seeOther(context, 'feeds'));
  }
  overviewPage(app, http);
  newFeedPage(app, http);
  feedPage(app, http);
  feedHistoryPage(app, http);
  feedSettingsPage(app, http);
}
