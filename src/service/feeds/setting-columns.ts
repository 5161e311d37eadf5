import type { Selectable } from 'kysely';
import {
  type FeedSettings,
  formatInterval,
  formatQuietHours,
  type Interval,
  parseInterval,
  parseQuietHours,
  type UpdateFeedSettingsBody,
} from '../../contract/index.js';
import { FEED_FIELDS } from '../../resources/feed.js';
import type { FeedsTable } from '../store/schema.js';

/** Value of `refresh_interval` for paused feeds. */
export const PAUSED = 0;

/** The time of the next fetch; null for a feed that is paused. */
export function plannedFetch(
  { refresh_interval }: { refresh_interval: number | null },
  at: number,
): number | null {
  return refresh_interval === PAUSED ? null : at;
}

/** Where a setting is stored, and as what. */
interface SettingColumn {
  column: keyof FeedsTable;
  /** Takes values that the contract has checked; without it, they are stored as they are. */
  cell?(value: never): string | number | null;
  /** Undefined where nothing was chosen: answers leave an extension out then. */
  value?(cell: never): unknown;
  /** Readers see it: a change raises the revision. */
  isPublished?: true;
}

const COLUMNS = {
  customAuthor: {
    column: 'custom_author',
    value: (author: string | null) => author,
    isPublished: true,
  },
  interval: { column: 'refresh_interval', cell: intervalCell, value: intervalText },
  quiet_hours: { column: 'quiet_hours', cell: quietCell },
  full_text: {
    column: 'full_text',
    cell: (isOn: boolean) => (isOn ? 1 : 0),
    value: (flag: number) => flag === 1 || undefined,
  },
} as const satisfies Record<keyof UpdateFeedSettingsBody, SettingColumn>;

type Setting = keyof typeof COLUMNS;

const ROWS = Object.entries(COLUMNS) as [Setting, SettingColumn][];

/** The columns of all settings. */
export const SETTING_COLUMNS = Object.values(COLUMNS).map(({ column }) => column);

type SettingCells = Pick<Selectable<FeedsTable>, (typeof SETTING_COLUMNS)[number]>;

/** The cells of the settings that are given. */
export function settingCells(settings: UpdateFeedSettingsBody): Partial<SettingCells> {
  return Object.fromEntries(
    ROWS.flatMap(([name, { column, cell }]) => {
      const value = settings[name];
      if (value === undefined) return [];
      return [[column, cell === undefined ? value : cell(value as never)]];
    }),
  );
}

/** The cells of a feed for which nothing was chosen. */
export const NO_SETTINGS = settingCells(
  Object.fromEntries(ROWS.map(([name]) => [name, FEED_FIELDS[name].none])),
);

/** The settings in a row of `feeds`. */
export function settingsIn(row: object): FeedSettings {
  const cells = row as Record<string, unknown>;
  return Object.fromEntries(
    ROWS.flatMap(([name, { column, value }]) => {
      const cell = cells[column] ?? null;
      const shown = value === undefined ? (cell ?? undefined) : value(cell as never);
      return shown === undefined ? [] : [[name, shown]];
    }),
  ) as FeedSettings;
}

/** Whether readers see a change of these settings. */
export function isPublished(settings: UpdateFeedSettingsBody): boolean {
  return ROWS.some(([name, row]) => row.isPublished && settings[name] !== undefined);
}

function intervalCell(text: string): number | null {
  const interval: Interval = parseInterval(text) ?? 'auto';
  if (interval === 'auto') return null;
  return interval === 'paused' ? PAUSED : interval;
}

function intervalText(cell: number | null): string | undefined {
  if (cell === null) return undefined;
  return formatInterval(cell === PAUSED ? 'paused' : cell);
}

function quietCell(text: string): string | null {
  const quiet = parseQuietHours(text) ?? 'none';
  return quiet === 'none' ? null : formatQuietHours(quiet);
}
