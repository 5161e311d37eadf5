import {
  type FeedSettings,
  formatDuration,
  formatInterval,
  formatQuietHours,
  type Interval,
  parseDuration,
  parseInterval,
  parseQuietHours,
  type UpdateFeedSettingsBody,
} from '../../contract/index.js';
import { FEED_FIELDS } from '../../resources/feed.js';
import { type Field, type Having, having, type Kind } from '../../resources/field.js';
import type { Database, RowOf } from '../store/schema.js';

/** Value of `refresh_interval` for paused feeds. */
export const PAUSED = 0;

/** The time of the next fetch; null if the feed is paused. */
export function plannedFetch(
  { refresh_interval }: { refresh_interval: number | null },
  at: number,
): number | null {
  return refresh_interval === PAUSED ? null : at;
}

type Setting = Having<typeof FEED_FIELDS, { request: 'settings' }>;

type SettingColumn = {
  [Name in Setting]: (typeof FEED_FIELDS)[Name] extends { column: infer Column } ? Column : Name;
}[Setting] &
  keyof Database['feeds'];

export type SettingCells = Pick<RowOf<'feeds'>, SettingColumn>;

/**
 * Converts a value that the contract has checked to the stored one; kinds without a function store
 * the value itself.
 */
const CELLS: Partial<Record<Kind, (value: never) => string | number | null>> = {
  interval: intervalCell,
  duration: (text: string) => millisecondsOf(parseDuration(text)),
  hours: quietCell,
  boolean: (isOn: boolean) => (isOn ? 1 : 0),
};

/** Converts a cell that is not null to a value; undefined if nothing was chosen. */
const VALUES: Partial<Record<Kind, (cell: never) => unknown>> = {
  interval: (cell: number) => formatInterval(cell === PAUSED ? 'paused' : cell),
  duration: formatDuration,
  boolean: (flag: number) => flag === 1 || undefined,
};

const ROWS = having(FEED_FIELDS, { request: 'settings' }).map((name) => {
  const field: Field = FEED_FIELDS[name];
  return { ...field, name, column: (field.column ?? name) as SettingColumn };
});

/** The columns of all settings. */
export const SETTING_COLUMNS = ROWS.map(({ column }) => column);

/** The columns of the settings that readers see. */
export const PUBLISHED_SETTINGS = ROWS.flatMap(({ column, published }) =>
  published ? column : [],
);

/** The cells of the settings in a request that the contract has checked. */
export function settingCells(settings: Partial<Record<Setting, unknown>>): Partial<SettingCells> {
  return Object.fromEntries(
    ROWS.flatMap(({ name, kind, column }) => {
      const value = settings[name];
      if (value === undefined) return [];
      const cell = CELLS[kind];
      return [[column, cell === undefined ? value : cell(value as never)]];
    }),
  );
}

/** The cells of a feed without chosen settings. */
export const NO_SETTINGS = settingCells(
  Object.fromEntries(ROWS.map(({ name, none }) => [name, none])),
);

/** The settings in a row of `feeds`. Responses omit an extension if nothing was chosen for it. */
export function settingsIn(row: object): FeedSettings {
  const cells = row as Record<string, unknown>;
  const settings: Record<string, unknown> = {};
  // This is a plain loop because an export reads the settings of all feeds.
  for (const { name, kind, column, own } of ROWS) {
    const cell = cells[column] ?? null;
    if (cell === null) {
      if (!own) settings[name] = null;
      continue;
    }
    const read = VALUES[kind];
    const value = read === undefined ? cell : read(cell as never);
    if (value !== undefined) settings[name] = value;
  }
  return settings as unknown as FeedSettings;
}

/** True if readers see a change of these settings. */
export function isPublished(settings: UpdateFeedSettingsBody): boolean {
  return ROWS.some(({ name, published }) => published && settings[name] !== undefined);
}

function intervalCell(text: string): number | null {
  const interval: Interval = parseInterval(text) ?? 'auto';
  if (interval === 'auto') return null;
  return interval === 'paused' ? PAUSED : interval;
}

function millisecondsOf(duration: number | 'none' | null): number | null {
  return duration === 'none' ? null : duration;
}

function quietCell(text: string): string | null {
  const quiet = parseQuietHours(text) ?? 'none';
  return quiet === 'none' ? null : formatQuietHours(quiet);
}
