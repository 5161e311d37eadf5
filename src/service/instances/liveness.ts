/** How often an instance says that it is there, in milliseconds. */
export const HEARTBEAT_EVERY_MS = 10_000;

/** An instance that was not heard of for this long is taken for dead, in milliseconds. */
export const HEARTBEAT_LIFE_MS = 30_000;

export function isLive(
  instance: { heartbeat_at: number; stopped_at: number | null },
  now: number,
): boolean {
  return instance.stopped_at === null && now - instance.heartbeat_at < HEARTBEAT_LIFE_MS;
}
