import { feedEntries } from '../../../../dashboard/find-feeds.js';
import { findTask, planTask, type Task } from '../../../../dashboard/tasks.js';
import type { Screen } from '../../kit/screen.js';
import { ActionButton } from '../../views/form.js';
import { Heading, Notice } from '../../views/pieces.js';
import { PlanView } from './plan-view.js';
import { startTask } from './start-task.js';
import { outcomeWords, type Sample, summaryWords, titleWords } from './task-words.js';

/** Feeds that a summary names. */
const NAMED = 20;

/** Time between two reloads of a running task. */
const RELOAD_SECONDS = 2;

/** `/dashboard/tasks/:id`: what a task will do, its progress and its result. */
export const TASK: Screen = {
  section: 'feeds',
  async show(visit) {
    const { deps, db, account } = visit;
    const task = await findTask(deps, account, visit.param('id'));
    const ids = task.input.kind === 'feeds' ? task.input.ids.slice(0, NAMED) : [];
    const feeds = await feedEntries(db, account, ids);
    return {
      title: titleWords(task),
      ...(task.status === 'running' && { refreshSeconds: RELOAD_SECONDS }),
      content: <TaskView task={task} sample={feeds} />,
    };
  },
  actions: {
    async 'tasks/:id/start'(visit) {
      const id = visit.param('id');
      await startTask(visit.http, visit.account, id);
      return { to: `tasks/${id}` };
    },
    async 'tasks/:id/undo'(visit) {
      const { deps, account, http } = visit;
      const { report } = await findTask(deps, account, visit.param('id'));
      if (report.undo === undefined) return { to: `tasks/${visit.param('id')}` };
      const input = { kind: 'feeds', ...report.undo } as const;
      const id = await planTask(deps, account, { input, total: input.ids.length });
      await startTask(http, account, id);
      return { to: `tasks/${id}` };
    },
  },
};

function TaskView({ task, sample }: { task: Task; sample: Sample }) {
  return (
    <>
      <Heading title={titleWords(task)} />
      <div
        id="task"
        class="stack"
        {...(task.status === 'running' ? { 'data-live': RELOAD_SECONDS } : {})}
      >
        {task.status === 'planned' && <Planned task={task} sample={sample} />}
        {task.status === 'running' && <Running task={task} />}
        {task.status === 'stopped' && <Stopped task={task} />}
        {task.status === 'done' && <Done task={task} />}
      </div>
      <p>
        <a href="feeds">Back to the feeds</a>
      </p>
    </>
  );
}

function Planned({ task, sample }: { task: Task; sample: Sample }) {
  const { id, input, total, report } = task;
  if (input.kind === 'export') {
    return (
      <p>
        <a href={`transfer?selection=${id}`}>Choose a format</a>
      </p>
    );
  }
  const isDelete = input.kind === 'feeds' && input.do.action === 'delete';
  const rest = total - sample.length;
  return (
    <div class="card">
      {total > 0 && (
        <div class="actions">
          <ActionButton
            action={`tasks/${id}/start`}
            label={isDelete ? 'Delete permanently' : 'Apply'}
            tone={isDelete ? 'danger' : 'primary'}
          />
        </div>
      )}
      <p>{summaryWords(task)}</p>
      {report.plan && <PlanView plan={report.plan} />}
      {sample.length > 0 && (
        <ul class="plain">
          {sample.map((feed) => (
            <li>
              <a href={`feeds/${feed.id}`} dir="auto">
                {feed.title || 'Untitled feed'}
              </a>{' '}
              <span class="meta">{feed.sourceUrl}</span>
            </li>
          ))}
          {rest > 0 && <li class="muted">and {rest.toLocaleString('en')} more</li>}
        </ul>
      )}
    </div>
  );
}

function Running({ task }: { task: Task }) {
  const { id, done, failed, total } = task;
  return (
    <div class="card">
      <p role="status">
        {done.toLocaleString('en')} of {total.toLocaleString('en')} done
        {failed > 0 && `, ${failed.toLocaleString('en')} failed`}.
      </p>
      <progress value={done} max={Math.max(1, total)} aria-label="Progress" />
      <p class="muted">
        This goes on in the service when you leave the page.{' '}
        <a href={`tasks/${id}`}>Show the progress</a>
      </p>
    </div>
  );
}

function Stopped({ task }: { task: Task }) {
  return (
    <Notice tone="warn">
      <p>
        The service was restarted after {task.done.toLocaleString('en')} of{' '}
        {task.total.toLocaleString('en')} steps. Start it again from the list: steps that are done
        change nothing the second time.
      </p>
    </Notice>
  );
}

function Done({ task }: { task: Task }) {
  const { id, report, failed } = task;
  const { failures = [], stoppedBy, undo } = report;
  const tone = stoppedBy !== undefined ? 'bad' : failed > 0 ? 'warn' : 'good';
  return (
    <>
      <Notice tone={tone}>
        <p>{outcomeWords(task)}</p>
        {stoppedBy && <p>{stoppedBy}</p>}
      </Notice>
      {undo && <ActionButton action={`tasks/${id}/undo`} label="Undo" />}
      {failures.length > 0 && (
        <section class="card">
          <h2>Failed</h2>
          <ul class="plain">
            {failures.map((failure) => (
              <li>
                {failure.id === null ? (
                  <strong dir="auto">{failure.name}</strong>
                ) : (
                  <a href={`feeds/${failure.id}`} dir="auto">
                    {failure.name || failure.id}
                  </a>
                )}
                <div class="meta">{failure.message}</div>
              </li>
            ))}
          </ul>
          {failed > failures.length && <p class="muted">and {failed - failures.length} more</p>}
        </section>
      )}
      {report.plan && <PlanView plan={{ ...report.plan, changes: [] }} />}
    </>
  );
}
