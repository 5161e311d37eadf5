/** A page that presents something: its four links are a list that the generator does not believe. */
const NAMES = [
  'Rain gardens for schools',
  'Roof terraces in the city',
  'Paths through old parks',
  'Courtyards for offices',
];

const prose = (words: number) =>
  Array.from({ length: words }, (_, at) => ['our', 'office', 'plans', 'gardens', 'here'][at % 5])
    .join(' ')
    .concat('.');

/** Its list, as a refusal names it. */
export const DOUBTFUL_LIST = {
  items: NAMES.length,
  titles: NAMES.slice(0, 3),
  selectors: { items: 'li.project' },
};

/** @param change what a test puts in place of the name of the first item */
export function doubtfulPage(change = NAMES[0]): string {
  const links = [change, ...NAMES.slice(1)].map(
    (name, n) =>
      `<li class="project"><a href="/projects/${n}">${name}</a><p>About ${prose(8)}</p></li>`,
  );
  return `<!doctype html><title>About us</title><main><h1>We plan gardens</h1><p>${prose(120)}</p>
    <ul class="projects">${links.join('')}</ul><p>${prose(120)}</p></main>`;
}
