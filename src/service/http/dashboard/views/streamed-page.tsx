import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { DoneKey } from '../frame/done.js';
import type { PageContext } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { contentHtml, HTML, type PageFacts, page, pageFrame } from './layout.js';

/** What a request that takes time ends with: a page, or another page to go to. */
export type Answer =
  | { content: Child; status: ContentfulStatusCode }
  | { goTo: string; done: DoneKey };

/** Within this time, in milliseconds, the page is sent as a whole, with its status. */
const PATIENCE_MS = 400;

/**
 * Responds with a page whose content takes time. A slow one is sent in two parts: first the frame
 * with `progress`, then the content, whose appearance hides the progress. Browsers show the first
 * part while they wait, without any script. The status is then 200, whatever the result is.
 * @param answer must not reject: an error is content, too
 */
export async function streamedPage(
  context: PageContext,
  facts: PageFacts,
  progress: Child,
  answer: Promise<Answer>,
): Promise<Response> {
  const quick = await Promise.race([answer, timeout(PATIENCE_MS)]);
  if (quick !== null) {
    return 'goTo' in quick
      ? seeOther(context, quick.goTo, quick.done)
      : page(context, { ...facts, status: quick.status }, quick.content);
  }

  const [before, after] = pageFrame(context, facts);
  const waiting = (
    <div class="progress" role="status">
      {progress}
    </div>
  );
  const parts = async function* () {
    yield `${before}${waiting.toString()}`;
    const slow = await answer;
    yield contentHtml(context, 'goTo' in slow ? <GoTo {...slow} /> : slow.content) + after;
  };
  return context.body(streamOf(parts()), 200, HTML);
}

/** A redirect from within a page: its status has been sent. */
function GoTo({ goTo, done }: { goTo: string; done: DoneKey }) {
  const address = `${goTo}?done=${done}`;
  return (
    <p>
      <meta http-equiv="refresh" content={`0; url=${address}`} />
      <a href={address}>Continue</a>
    </p>
  );
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

function timeout(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
  });
}
