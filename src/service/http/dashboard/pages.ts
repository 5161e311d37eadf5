import { Hono } from 'hono';
import { ServiceError } from '../../core/errors.js';
import type { HttpDeps } from '../http-deps.js';
import { sameOriginOnly } from './frame/read-form.js';
import { type PageApp, type PageEnv, signedIn, visitor } from './frame/requests.js';
import { securityHeaders, seeOther } from './frame/responses.js';
import { mountScreens, type Screen } from './kit/screen.js';
import { ACCOUNT, ACCOUNTS } from './pages/accounts.js';
import { ACTIVITY } from './pages/activity.js';
import { BUNDLE, BUNDLE_ITEMS, BUNDLE_SETTINGS, BUNDLES } from './pages/bundles.js';
import { DELIVERIES } from './pages/deliveries/deliveries.js';
import { DELIVERY } from './pages/deliveries/delivery.js';
import { errorPage } from './pages/error.js';
import { FEED, FEED_HISTORY } from './pages/feeds/feed.js';
import { FEED_FILTERS } from './pages/feeds/filters.js';
import { FEEDS } from './pages/feeds/list.js';
import { PAGE_LAYOUT } from './pages/feeds/page-list.js';
import { repairPages } from './pages/feeds/repair.js';
import { FEED_SETTINGS } from './pages/feeds/settings.js';
import { HELP } from './pages/help.js';
import { ARTICLE } from './pages/items/article.js';
import { ITEMS, NEWS } from './pages/items/items.js';
import { KEYS } from './pages/keys.js';
import { newFeedPage } from './pages/new-feed/new-feed.js';
import { signInPages, signOut } from './pages/sign-in.js';
import { TASK } from './pages/tasks/task.js';
import { exportFile, TRANSFER } from './pages/transfer.js';
import { TROUBLE } from './pages/trouble.js';
import { WEBHOOK } from './pages/webhooks/webhook.js';
import { NEW_WEBHOOK, WEBHOOKS } from './pages/webhooks/webhooks.js';
import { pictures } from './pictures.js';
import { mountAssets } from './style/assets.js';

/** The pages by their paths below the dashboard. */
const SCREENS: Readonly<Record<string, Screen>> = {
  items: ITEMS,
  'items/news': NEWS,
  activity: ACTIVITY,
  trouble: TROUBLE,
  feeds: FEEDS,
  'feeds/:id': FEED,
  'feeds/:id/history': FEED_HISTORY,
  'feeds/:id/filters': FEED_FILTERS,
  'feeds/:id/list': PAGE_LAYOUT,
  'feeds/:id/settings': FEED_SETTINGS,
  'feeds/:id/items/:place': ARTICLE,
  bundles: BUNDLES,
  'bundles/:id': BUNDLE,
  'bundles/:id/items': BUNDLE_ITEMS,
  'bundles/:id/settings': BUNDLE_SETTINGS,
  webhooks: WEBHOOKS,
  'webhooks/new': NEW_WEBHOOK,
  'webhooks/:id': WEBHOOK,
  deliveries: DELIVERIES,
  'deliveries/:id': DELIVERY,
  keys: KEYS,
  accounts: ACCOUNTS,
  'accounts/:id': ACCOUNT,
  'tasks/:id': TASK,
  transfer: TRANSFER,
  help: HELP,
};

/** The pages of the dashboard: plain forms, one style sheet, and a script that no page needs. */
export function dashboardPages(http: HttpDeps): PageApp {
  const app = new Hono<PageEnv>();
  app.onError((error, context) => errorPage(error, context, http.logger));
  app.use(securityHeaders);
  mountAssets(app);
  app.use(sameOriginOnly(http.deps.publicAddress));

  app.use('/dashboard/sign-in', visitor);
  signInPages(app, http);

  app.use(signedIn(http.deps));
  signOut(app, http);
  for (const path of ['/dashboard', '/dashboard/']) {
    app.get(path, (context) => seeOther(context, 'items'));
  }
  pictures(app, http);
  newFeedPage(app, http);
  repairPages(app, http);
  exportFile(app, http);
  mountScreens(app, http, SCREENS);
  app.notFound(({ req }) => {
    throw new ServiceError('NOT_FOUND', `The dashboard has no page at ${req.path}.`);
  });
  return app;
}
