import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ERROR_CODES } from '../../../../contract/index.js';
import { ServiceError } from '../../../core/errors.js';
import type { Logger } from '../../../core/logger.js';
import { networkError } from '../../error-response.js';
import type { PageContext } from '../frame/requests.js';
import { page } from '../views/layout.js';
import { Heading } from '../views/pieces.js';
import type { Answer } from '../views/streamed-page.js';

/** Describes an error for the user. */
export function errorPage(error: unknown, context: PageContext, logger: Logger): Promise<Response> {
  const { code, title, message } = explained(error, context, logger);
  if (error instanceof ServiceError && error.retryAfterSeconds !== undefined) {
    context.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)));
  }
  const status: ContentfulStatusCode = ERROR_CODES[code].status;
  return page(context, { title, section: null, status }, <ErrorCard {...{ title, message }} />);
}

/** The error as the content of a page that has begun. */
export function errorAnswer(error: unknown, context: PageContext, logger: Logger): Answer {
  const { code, title, message } = explained(error, context, logger);
  return { content: <ErrorCard {...{ title, message }} />, status: ERROR_CODES[code].status };
}

function ErrorCard({ title, message }: { title: string; message: string }) {
  return (
    <div class="card narrow centred">
      <Heading title={title} />
      <p>{message}</p>
      <p>
        <a href="items">Go to the items</a>
      </p>
    </div>
  );
}

function explained(error: unknown, context: PageContext, logger: Logger) {
  if (error instanceof ServiceError) {
    const { code, message } = networkError(error, context.env.requestId, logger);
    return { code, message, title: ERROR_CODES[code].title };
  }
  const { requestId } = context.env;
  logger.error({ err: error, requestId }, 'request failed');
  const message = `Nothing was lost. Try again. The log of the service has details under request id ${requestId}.`;
  return { code: 'INTERNAL' as const, message, title: ERROR_CODES.INTERNAL.title };
}
