import { Hono } from 'hono';
import { ServiceError } from '../../core/errors.js';
import type { HttpDeps } from '../http-deps.js';
import { sameOriginOnly } from './frame/read-form.js';
import { type PageApp, type PageEnv, signedIn, visitor } from './frame/requests.js';
import { securityHeaders } from './frame/responses.js';
import { accountListPages } from './pages/accounts/accounts.js';
import { bundlePages } from './pages/bundles/bundle.js';
import { deliveryPages } from './pages/deliveries/delivery.js';
import { errorPage } from './pages/error.js';
import { feedPages } from './pages/feeds.js';
import { helpPage } from './pages/help.js';
import { keyPages } from './pages/keys.js';
import { overviewPage } from './pages/overview.js';
import { signInPages, signOut } from './pages/sign-in.js';
import { taskPages } from './pages/tasks/task.js';
import { transferPages } from './pages/transfer/transfer.js';
import { webhookPages } from './pages/webhooks/list.js';
import { pictures } from './pictures.js';
import { mountAssets } from './style/assets.js';

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
  pictures(app, http);
  overviewPage(app, http);
  feedPages(app, http);
  taskPages(app, http);
  transferPages(app, http);
  bundlePages(app, http);
  webhookPages(app, http);
  deliveryPages(app, http);
  keyPages(app, http);
  accountListPages(app, http);
  helpPage(app, http);
  app.notFound(({ req }) => {
    throw new ServiceError('NOT_FOUND', `The dashboard has no page at ${req.path}.`);
  });
  return app;
}
