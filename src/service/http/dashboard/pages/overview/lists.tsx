import type { Child } from 'hono/jsx';
import { timeSpan } from '../../../../../base/relative-time.js';
import { parseUrl } from '../../../../../base/url.js';
import type {
  NewestItem,
  NextFetch,
  OverviewFeed,
  TroubledFeed,
  TroubledWebhook,
} from '../../../../dashboard/overview.js';
import type { SilentFeed } from '../../../../dashboard/silent-feeds.js';
import { FeedIcon, Thumbnail } from '../../views/picture.js';
import { Badge, Monogram, RemoteLink, Time } from '../../views/pieces.js';

/** The newest items of all feeds, each with its feed. */
export function NewestItems({ items, now }: { items: readonly NewestItem[]; now: number }) {
  return (
    <section class="card" aria-labelledby="newest">
      <h2 id="newest">Newest items</h2>
      <ul class="lines">
        {items.map(({ feed, url, title, thumbnail, at }) => (
          <li>
            <FeedIcon {...feed} />
            <div class="who">
              <div>
                <div dir="auto">
                  <RemoteLink href={url}>{title || url}</RemoteLink>
                </div>
                <div class="meta">
                  <a class="plain" href={`feeds/${feed.id}`}>
                    <bdi>{nameOf(feed)}</bdi>
                  </a>{' '}
                  · <Time at={at} now={now} />
                </div>
              </div>
            </div>
            <Thumbnail url={thumbnail} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AttentionProps {
  failing: readonly TroubledFeed[];
  drifted: readonly OverviewFeed[];
  silent: readonly SilentFeed<OverviewFeed>[];
  webhooks: readonly TroubledWebhook[];
  /** In 24 hours. */
  failedDeliveries: number;
  now: number;
}

/** Where the failed deliveries of 24 hours are listed. */
export const FAILED_DELIVERIES = 'deliveries?status=failed&range=24h';

/** What needs a person: each line leads to where it is solved. */
export function Attention(props: AttentionProps) {
  const { failing, drifted, silent, webhooks, failedDeliveries, now } = props;
  const lists = [failing, drifted, silent, webhooks];
  const isFine = failedDeliveries === 0 && lists.every((list) => list.length === 0);
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {isFine ? (
        <p class="muted">
          Nothing: all feeds are fetched without errors, and all deliveries arrive.
        </p>
      ) : (
        <ul class="lines">
          {failing.map((feed) => (
            <FeedLine feed={feed} to={`feeds/${feed.id}/history`} detail={feed.reason ?? ''}>
              <Badge tone="warn">{since('Failing', feed.since, now)}</Badge>
            </FeedLine>
          ))}
          {drifted.map((feed) => (
            <FeedLine
              feed={feed}
              to={`feeds/${feed.id}/list`}
              detail="The page changed, and its list is no longer found."
            >
              <Badge tone="bad">Changed</Badge>
            </FeedLine>
          ))}
          {webhooks.map((webhook) => (
            <Line
              title={webhook.name ?? parseUrl(webhook.url)?.host ?? 'Webhook'}
              icon={<Monogram text="W" />}
              to={`webhooks/${webhook.id}`}
              detail={webhook.disabledReason ?? 'Deliveries to this webhook fail.'}
            >
              <Badge tone="bad">
                {webhook.disabledReason === null
                  ? since('Failing', webhook.failingSince, now)
                  : 'Off'}
              </Badge>
            </Line>
          ))}
          {failedDeliveries > 0 && (
            <Line
              title={failedDeliveries === 1 ? 'One delivery' : `${failedDeliveries} deliveries`}
              icon={<Monogram text="D" />}
              to={FAILED_DELIVERIES}
              detail="No more attempts are made. Replay them once the receiver works."
            >
              <Badge tone="bad">Failed in 24&nbsp;h</Badge>
            </Line>
          )}
          {silent.map(({ feed, silentMs, usualMs }) => (
            <FeedLine
              feed={feed}
              to={`feeds/${feed.id}`}
              detail={`Usually it has an item every ${timeSpan(usualMs)}.`}
            >
              <Badge tone="info">Silent for {timeSpan(silentMs)}</Badge>
            </FeedLine>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is fetched next. */
export function NextFetches({ fetches, now }: { fetches: readonly NextFetch[]; now: number }) {
  return (
    <section class="card" aria-labelledby="next">
      <h2 id="next">Next fetches</h2>
      <ul class="lines">
        {fetches.map(({ feed, at }) => (
          <FeedLine feed={feed} to={`feeds/${feed.id}`} detail="">
            {at <= now ? 'Due' : <Time at={at} now={now} />}
          </FeedLine>
        ))}
      </ul>
    </section>
  );
}

function FeedLine(props: { feed: OverviewFeed; to: string; detail: string; children?: Child }) {
  const { feed, ...line } = props;
  return <Line title={nameOf(feed)} icon={<FeedIcon {...feed} />} {...line} />;
}

function Line(props: { title: string; icon: Child; to: string; detail: string; children?: Child }) {
  return (
    <li>
      {props.icon}
      <div class="who">
        <div>
          <a href={props.to} dir="auto">
            {props.title}
          </a>
          {props.detail !== '' && <div class="meta">{props.detail.slice(0, 160)}</div>}
        </div>
      </div>
      <span class="aside">{props.children}</span>
    </li>
  );
}

function nameOf({ title }: OverviewFeed): string {
  return title === '' ? 'Untitled feed' : title;
}

function since(what: string, at: number | null, now: number): string {
  return at === null ? what : `${what} for ${timeSpan(Math.max(0, now - at))}`;
}
