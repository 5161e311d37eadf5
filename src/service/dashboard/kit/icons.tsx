/** Paths with strokes of 1.5 units in a square of 16. */
const PATHS = {
  items: 'M3 4h10M3 8h10M3 12h6',
  feeds: 'M3.5 3.5a9 9 0 0 1 9 9M3.5 7.5a5 5 0 0 1 5 5M4 12v.01',
  bundles: 'M8 2.5l5.5 3L8 8.5l-5.5-3zM2.5 8L8 11l5.5-3M2.5 10.5l5.5 3l5.5-3',
  webhooks: 'M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z',
  add: 'M8 3.5v9M3.5 8h9',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  resume: 'M5 3.5v9L12 8z',
  export: 'M8 2.5V10M5 7l3 3l3-3M3 13.5h10',
  delete: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9',
  search: 'M11.5 7.25a4.25 4.25 0 1 1-8.5 0a4.25 4.25 0 0 1 8.5 0zM10.5 10.5l3 3',
  more: 'M2.5 5h5M12 5h1.5M2.5 11H4M8.5 11h5M12 5a2 2 0 1 1-4 0a2 2 0 0 1 4 0zM8 11a2 2 0 1 1-4 0a2 2 0 0 1 4 0z',
  visit: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3L7.5 8.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon; the text next to it has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
