import type {
  AccountsTable,
  ActivityTable,
  ApiKeysTable,
  CreationsTable,
  DashboardTasksTable,
  DashboardTokensTable,
  RateLimitsTable,
} from './tables/accounts.js';
import type {
  BundleFeedsTable,
  BundlesTable,
  FeedDocumentsTable,
  FeedsTable,
  PushSubscriptionsTable,
  RefreshesTable,
} from './tables/feeds.js';
import type { ItemsTable, TombstonesTable } from './tables/items.js';
import type {
  ChoresTable,
  HostBlocksTable,
  HostTurnsTable,
  HostVisitsTable,
  InstancesTable,
  PicturesTable,
  RequestBudgetTable,
  SchemaMigrationsTable,
} from './tables/processes.js';
import type {
  DeliveriesTable,
  DeliveryAttemptsTable,
  EventsTable,
  WebhooksTable,
} from './tables/webhooks.js';

export type * from './tables/accounts.js';
export type * from './tables/columns.js';
export type * from './tables/feeds.js';
export type * from './tables/items.js';
export type * from './tables/processes.js';
export type * from './tables/webhooks.js';

/** The tables, by name. Their types are in `tables/`, by noun. */
export interface Database {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  rate_limits: RateLimitsTable;
  creations: CreationsTable;
  feeds: FeedsTable;
  items: ItemsTable;
  feed_documents: FeedDocumentsTable;
  tombstones: TombstonesTable;
  refreshes: RefreshesTable;
  push_subscriptions: PushSubscriptionsTable;
  host_blocks: HostBlocksTable;
  host_turns: HostTurnsTable;
  host_visits: HostVisitsTable;
  events: EventsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  bundles: BundlesTable;
  bundle_feeds: BundleFeedsTable;
  dashboard_links: DashboardTokensTable;
  dashboard_sessions: DashboardTokensTable;
  dashboard_tasks: DashboardTasksTable;
  instances: InstancesTable;
  activity: ActivityTable;
  pictures: PicturesTable;
  chores: ChoresTable;
  request_budget: RequestBudgetTable;
  schema_migrations: SchemaMigrationsTable;
}
