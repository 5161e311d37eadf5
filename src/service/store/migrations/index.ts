import { foundation } from './0001-foundation.js';
import { refresh } from './0002-refresh.js';
import { webhooks } from './0003-webhooks.js';
import { dashboard } from './0004-dashboard.js';
import { shared } from './0005-shared.js';
import { turns } from './0006-turns.js';
import { suspension } from './0007-suspension.js';
import { documentChoice } from './0008-document-choice.js';
import { feedInterval } from './0009-feed-interval.js';
import { listOrders } from './0010-list-orders.js';
import { itemExtras } from './0011-item-extras.js';
import { rhythm } from './0012-rhythm.js';
import { listDrift } from './0017-list-drift.js';
import { sourceAccess } from './0018-source-access.js';
import { filters } from './0019-filters.js';
import { websub } from './0020-websub.js';
import { fullText } from './0021-full-text.js';
import { webhookFormats } from './0022-webhook-formats.js';
import { itemSearch } from './0023-item-search.js';
import { dashboardPictures } from './0026-dashboard-pictures.js';
import { dashboardTasks } from './0027-dashboard-tasks.js';
import { textsAndRendering } from './0028-texts-and-rendering.js';
import { documentDigests } from './0031-document-digests.js';
import { keyOrigin } from './0034-key-origin.js';
import { searchGroups } from './0035-search-groups.js';
import { webhookNames } from './0036-webhook-names.js';
import { intervalBeforePause } from './0037-interval-before-pause.js';
import type { Migration } from './migration.js';

/** In order; a released one is never changed. */
export const migrations: readonly Migration[] = [
  foundation,
  refresh,
  webhooks,
  dashboard,
  shared,
  turns,
  suspension,
  documentChoice,
  feedInterval,
  listOrders,
  itemExtras,
  rhythm,
  listDrift,
  sourceAccess,
  filters,
  websub,
  fullText,
  webhookFormats,
  itemSearch,
  dashboardPictures,
  dashboardTasks,
  textsAndRendering,
  documentDigests,
  keyOrigin,
  searchGroups,
  webhookNames,
  intervalBeforePause,
];
